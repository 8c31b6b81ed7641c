#!/usr/bin/env bash
# A test that is one command: its arguments.
exec "$@"
