"""Renderers: one module per family of generated files, each from a plan to text."""
