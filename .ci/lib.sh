# shellcheck shell=bash
# lib.sh - what .ci/run and .ci/full share: running Bazel's tests and counting them.
#
# Sourced, with the checkout as the current folder. bazel_test adds to passed, failed and skipped;
# report prints them as the last line and exits.

set -uo pipefail
checkout=$PWD
scratch=$(mktemp -d "${TMPDIR:-/tmp}/aten_lite-ci.XXXXXX")
trap 'rm -rf -- "$scratch"' EXIT
passed=0 failed=0 skipped=0
started=$SECONDS

options=(--config=ci)
# Models that are not the project's to keep lie beside the checkout, where there are any.
if [[ -d $checkout/../shared/models ]]; then
  options+=("--repo_env=ATEN_LITE_EXTRA_MODELS=$(cd -- "$checkout/../shared/models" && pwd -P)")
fi

# With torch installed the models are exported again and compared.
if torch_python=$(python3 -c 'import sys, torch; print(sys.executable)' 2>/dev/null); then
  options+=("--repo_env=ATEN_LITE_TORCH_PYTHON=$torch_python")
fi

section() { printf '\n=== [%d s] %s\n' "$((SECONDS - started))" "$*"; }

# count EVENTS: "passed failed skipped" of a build event file, one JSON object a line.
# Tests that the configuration leaves out are skipped; a test that cannot be built has failed.
count() {
  awk '
    function field(name,   at) {
      at = index($0, "\"" name "\":\"")
      return at ? substr($0, at + length(name) + 4, index(substr($0, at + length(name) + 4), "\"") - 1) : ""
    }
    /^\{"id":\{"targetConfigured":/ && /"testSize":/ { is_test[field("label")] = 1 }
    /^\{"id":\{"targetCompleted":/ && /"aborted":/ {
      if (/"reason":"SKIPPED"/) outcome[field("label")] = "skipped"
      else if (!(field("label") in outcome)) outcome[field("label")] = "failed"
    }
    /^\{"id":\{"targetCompleted":/ && /"completed":/ && !/"success":true/ { outcome[field("label")] = "failed" }
    /^\{"id":\{"testSummary":/ {
      outcome[field("label")] = field("overallStatus") ~ /^(PASSED|FLAKY)$/ ? "passed" : "failed"
    }
    END {
      for (label in is_test) n[(label in outcome) ? outcome[label] : "failed"]++
      print n["passed"] + 0, n["failed"] + 0, n["skipped"] + 0
    }' "$1"
}

# bazel_test LABEL FOLDER ARGUMENT...: `bazelw test` in FOLDER, counted. LABEL is for the log.
bazel_test() {
  local what=$1 folder=$2 events status=0 p f s
  shift 2
  section "$what"
  events=$scratch/events.json
  : >"$events"
  (cd -- "$folder" && "$checkout/bazelw" test "${options[@]}" --build_event_json_file="$events" "$@") || status=$?
  read -r p f s < <(count "$events")
  # 4: a test was asked for and there is none; all others but 0 and 3 (a test failed): no build.
  if ((status != 0 && f == 0)); then
    printf '%s: bazelw test exited with %d\n' "$what" "$status" >&2
    f=1
  fi
  printf '%s: %d passed, %d failed, %d skipped\n' "$what" "$p" "$f" "$s"
  ((passed += p, failed += f, skipped += s)) || true
}

# script LABEL COMMAND...: a check that is no Bazel test, counted as one.
script() {
  local what=$1
  shift
  section "$what"
  if "$@"; then
    ((passed += 1))
    printf '%s: passed\n' "$what"
  else
    ((failed += 1))
    printf '%s: failed\n' "$what"
  fi
}

# The last line, which continuous integration reads.
report() {
  section "done"
  printf '%d passed, %d failed, %d skipped\n' "$passed" "$failed" "$skipped"
  ((failed == 0 && passed > 0))
  exit
}
