// The code of a flatbuffer model.
#pragma once

#include "aten_lite/serialization/flatbuffer_values.h"
#include "aten_lite/serialization/model_image.h"

namespace aten_lite::serialization {

// Adds the functions among the values to the image, whose versions are set; makes the values that
// they use.
void read_functions(const Flatbuffer& buffer, FlatbufferValues* values,
                    const ObjectResolver& resolver, ModelImage* image);

}  // namespace aten_lite::serialization
