"""The hash-locked PyYAML is the one that is imported, and it works."""

import unittest

import yaml


class YamlTest(unittest.TestCase):
    def test_comes_from_the_locked_repository(self) -> None:
        self.assertIn("pip_deps", yaml.__file__)

    def test_loads(self) -> None:
        self.assertEqual(yaml.safe_load("a: [1, x]"), {"a": [1, "x"]})


if __name__ == "__main__":
    unittest.main()
