$banner
// $purpose A source that calls a few operators includes ATen/ops/<root>.h instead.
#pragma once

$includes
