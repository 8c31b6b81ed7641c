// Tables of quantized rows: each row has its integers (8, 4 or 2 bits, the first ones in the low
// bits of a byte) and after them its scale and bias, float32 with 8 bits and float16 with fewer.
// An element is integer * scale + bias. This is the layout of PyTorch's packed embeddings.
//
// quantized.EmbeddingPackedParamsBase is the class that holds such a table.
#pragma once

#include "aten_lite/core/custom_class.h"
#include "aten_lite/core/ivalue.h"
#include "aten_lite/native/quantized/qtensor.h"

namespace at::native {

// A uint8 tensor [rows, bytes of a row] as a table.
class EmbeddingTable {
 public:
  EmbeddingTable(const char* op, const Tensor& packed, int64_t bits);

  static int64_t row_bytes(int64_t columns, int64_t bits);

  int64_t rows() const { return packed_.size(0); }
  int64_t columns() const { return columns_; }
  // to[i] += weight * element i of the row.
  void add_row(int64_t row, float weight, float* to) const;

 private:
  Tensor packed_;
  int64_t bits_;
  int64_t columns_;
};

class EmbeddingPackedParams final : public torch::CustomClassHolder {
 public:
  static constexpr const char* kQualifiedName =
      "__torch__.torch.classes.quantized.EmbeddingPackedParamsBase";

  // `weight` [rows, columns] is of quint8 or quint4x2, with a real scale and zero point per row.
  EmbeddingPackedParams(const char* op, const Tensor& weight);

  const char* qualified_name() const override { return kQualifiedName; }
  const Tensor& weight() const { return weight_; }
  const EmbeddingTable& table(const char* op, int64_t bits) const;
  int64_t bits() const { return bits_; }

 private:
  Tensor weight_;
  int64_t bits_;
  EmbeddingTable table_;
};

}  // namespace at::native
