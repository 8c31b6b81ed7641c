$banner
// The schema of every operator that has a kernel, as constants. The linker keeps those that
// registration rows point to.
#include "aten_lite/registry/operator_schema.h"

namespace at::schemas {

$schemas

}  // namespace at::schemas
