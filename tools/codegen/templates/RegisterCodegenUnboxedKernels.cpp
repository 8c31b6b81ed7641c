$banner
// One shard of the operator table: constant rows, sorted by name, and a pointer to them.
#include "aten_lite/registry/operator_table.h"

$schemas

$wrappers

$table
