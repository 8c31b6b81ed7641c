$banner
// $purpose
// A source that needs a few operators includes ATen/ops/<root>.h instead.
#pragma once

$includes
