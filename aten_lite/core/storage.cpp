#include "aten_lite/core/storage.h"

#include <algorithm>
#include <cstring>

#include "aten_lite/core/error.h"

namespace c10 {

void StorageImpl::resize(size_t nbytes) {
  TORCH_CHECK(resizable(), "Trying to resize storage that is not resizable (", nbytes_, " to ",
              nbytes, " bytes): it is a model's constant or a buffer of the caller's");
  void* data = nbytes == 0 ? nullptr : allocate_tensor_memory(nbytes);
  if (nbytes_ != 0 && nbytes != 0) std::memcpy(data, data_, std::min(nbytes, nbytes_));
  free_data();
  data_ = data;
  nbytes_ = nbytes;
}

}  // namespace c10
