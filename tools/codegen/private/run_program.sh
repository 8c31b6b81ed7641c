#!/bin/sh
# run_program.sh PROGRAM ARGUMENT...: runs a program with paths that are relative to the runfiles.
program=$1
shift
exec "./$program" "$@"
