#!/usr/bin/env bash
# bazelw_test.sh - tests the launcher, with stand-ins for Bazel and with the real thing.
#
#   .ci/bazelw_test.sh          a minute, with the root file system that is there already
#   .ci/bazelw_test.sh --fresh  interrupted and concurrent first runs too, in a new cache folder:
#                               three to six minutes
#
# Prints a line for each case; exit status 1 when one failed. Only Linux has everything it tests.
# shellcheck disable=SC2016 # other shells expand these
set -uo pipefail

checkout=$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd -P)
scratch=$(mktemp -d "${TMPDIR:-/tmp}/bazelw-test.XXXXXX")
failures=0

# ------------------------------------------------------------------ a small workspace
workspace=$scratch/workspace
mkdir -p "$workspace/tools" "$workspace/sub/folder"
cp -a -- "$checkout/bazelw" "$checkout/.bazelversion" "$workspace/"
cp -a -- "$checkout/tools/offline" "$workspace/tools/"
cat >"$workspace/MODULE.bazel" <<'END'
bazel_dep(name = "rules_shell", version = "0.6.1")
END
cat >"$workspace/BUILD.bazel" <<'END'
load("@rules_shell//shell:sh_binary.bzl", "sh_binary")
load("@rules_shell//shell:sh_test.bzl", "sh_test")

sh_binary(name = "cat", srcs = ["cat.sh"])

sh_binary(name = "seven", srcs = ["seven.sh"])

sh_test(name = "failing_test", size = "small", srcs = ["seven.sh"])

genrule(name = "broken", outs = ["broken.txt"], cmd = "false", tags = ["manual"])

genrule(name = "slow", outs = ["slow.txt"], cmd = "sleep 300 && touch $@", tags = ["manual"])
END
printf '#!/bin/sh\necho "got: $(cat)"\n' >"$workspace/cat.sh"
printf '#!/bin/sh\nexit 7\n' >"$workspace/seven.sh"
chmod +x "$workspace"/*.sh
cd -- "$workspace" || exit 1

# shellcheck disable=SC2329 # the trap calls it
clean_up() {
  BAZELW_MODE=offline BAZELW_QUIET=1 ./bazelw shutdown >/dev/null 2>&1
  chmod -R u+w "$scratch" 2>/dev/null
  rm -rf --one-file-system -- "$scratch"
}
trap clean_up EXIT

# ------------------------------------------------------------------------- assertions
# expect NAME STATUS PATTERN COMMAND...: COMMAND ends with STATUS and its output has PATTERN.
# timeout: no case may hang, as one that reads a terminal would.
expect() {
  local name=$1 status=$2 pattern=$3 output got=0
  shift 3
  output=$(timeout 300 "$@" 2>&1) || got=$?
  if ((got == status)) && grep -qE -- "$pattern" <<<"$output"; then
    printf 'ok      %s\n' "$name"
  else
    printf 'FAILED  %s: status %d instead of %d, or no "%s" in:\n' "$name" "$got" "$status" "$pattern"
    printf '        %s\n' "${output//$'\n'/$'\n'        }"
    ((failures += 1))
  fi
}

# stand_in NAME VERSION STATUS: a program on PATH that takes itself for that Bazel and whose
# module registry is there when STATUS is 0.
stand_in() {
  mkdir -p "$scratch/bin"
  cat >"$scratch/bin/$1" <<END
#!/bin/sh
case "\$*" in
  --version) echo "bazel $2" ;;
  *"mod graph"*) exit $3 ;;
  *) echo "stand-in: \$*"; exit 5 ;;
esac
END
  chmod +x "$scratch/bin/$1"
}
with_stand_ins=(env PATH="$scratch/bin:$PATH" BAZELW_MODE=auto XDG_CACHE_HOME="$scratch/probes")

# ------------------------------------------------------------- which Bazel is chosen
stand_in given 7.7.1 0
expect "BAZEL is run with unchanged arguments" 5 '^stand-in: build --x=a b //\.\.\.$' \
  env BAZEL="$scratch/bin/given" ./bazelw build "--x=a b" //...
expect "BAZEL that is no program is an error" 36 'is not an executable' env BAZEL=/nonexistent ./bazelw info
expect "an unknown mode is an error" 36 'must be auto, system or offline' env BAZELW_MODE=x ./bazelw info
expect "an unknown sub-command is an error" 36 'there are: provision' ./bazelw --bazelw-x
expect "an unknown group is an error that lists groups" 36 'base clang' env BAZELW_MODE=offline BAZELW_GROUPS="clang y" ./bazelw info

stand_in bazelisk 7.7.1 0
expect "a bazelisk that works is used" 5 '^stand-in: test //a$' "${with_stand_ins[@]}" ./bazelw test //a
rm -r "$scratch/probes" # remembers for a day
stand_in bazelisk 7.7.1 1
# bazelw stops for want of provision.sh: it has come to step 3.
mv tools/offline/provision.sh "$scratch/"
expect "one without a registry is not" 36 'cannot reach its module registry' "${with_stand_ins[@]}" ./bazelw test //a
expect "the answer is remembered" 36 '^bazelw: error: .*provision.sh is missing' "${with_stand_ins[@]}" ./bazelw test //a
rm "$scratch/bin/bazelisk"
stand_in bazel 4.2.3 0
expect "an old bazel is not" 36 'version 4, 7 or newer needed' "${with_stand_ins[@]}" ./bazelw test //a
expect "unless asked for" 5 '^stand-in: test //a$' "${with_stand_ins[@]}" BAZELW_MODE=system ./bazelw test //a
mv "$scratch/provision.sh" tools/offline/

# ------------------------------------------------------------------ the real thing
export BAZELW_MODE=offline
if [[ ${1:-} == --fresh ]]; then
  export XDG_CACHE_HOME=$scratch/cache
  ./bazelw --bazelw-provision >"$scratch/interrupted.log" 2>&1 &
  first=$!
  sleep 20
  kill -TERM "$first"
  status=0
  wait "$first" || status=$?
  expect "exit status of an interrupted first run" 0 '^143$' echo "$status"
  expect "it says so" 0 'interrupted; downloaded packages are kept' cat "$scratch/interrupted.log"
  expect "and leaves nothing half made" 0 '^$' find "$XDG_CACHE_HOME/aten_lite" -maxdepth 1 -name 'rootfs-*'

  ./bazelw --bazelw-provision >"$scratch/first.log" 2>&1 &
  first=$!
  sleep 2
  ./bazelw --bazelw-provision >"$scratch/second.log" 2>&1 &
  second=$!
  wait "$first"
  wait "$second"
  expect "of two first runs at once, one provisions" 0 'ready after' cat "$scratch/first.log"
  expect "and the other waits for it" 0 'another bazelw is provisioning' cat "$scratch/second.log"
  expect "and uses its result" 0 'root file system ready' cat "$scratch/second.log"
  expect "there is one root file system" 0 '^1$' bash -c 'ls -d "$XDG_CACHE_HOME"/aten_lite/rootfs-* | wc -l'
fi

expect "Bazel runs" 0 '^bazel [7-9]' ./bazelw --version
expect "from a subfolder" 0 '^//:failing_test$' bash -c 'cd sub/folder && ../../bazelw query //...'
expect "without standard input" 0 '^//:failing_test$' bash -c './bazelw query //... <&-'
expect "standard input reaches a program" 0 '^got: hello$' bash -c 'echo hello | ./bazelw run //:cat'
expect "exit status of a program that was run" 7 '' ./bazelw run //:seven
expect "exit status of a failed build" 1 '' ./bazelw build //:broken
expect "exit status of a wrong command line" 2 '' ./bazelw nosuchcommand
expect "exit status of a failed test" 3 'failing_test' ./bazelw test //:failing_test
expect "exit status of no test" 4 '' ./bazelw test //:cat
expect "a shell inside" 0 'forky|sid' ./bazelw --bazelw-shell cat /etc/debian_version

./bazelw build //:slow >"$scratch/slow.log" 2>&1 &
build=$!
for _ in {1..60}; do
  ! grep -q 'Executing genrule //:slow' "$scratch/slow.log" 2>/dev/null || break
  sleep 0.5
done
kill -INT "$build" 2>/dev/null
status=0
wait "$build" || status=$?
expect "exit status of an interrupted build" 0 '^8$' echo "$status"

((failures == 0)) && echo "all passed"
exit "$((failures > 0))"
