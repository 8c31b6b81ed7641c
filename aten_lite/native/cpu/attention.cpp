// scaled_dot_product_attention, and the fused attention and encoder layer that
// nn.TransformerEncoder calls.
#include <cmath>

#include "ATen/ops/_native_multi_head_attention.h"
#include "ATen/ops/_safe_softmax.h"
#include "ATen/ops/_scaled_dot_product_attention_math.h"
#include "ATen/ops/_transformer_encoder_layer_fwd.h"
#include "ATen/ops/add.h"
#include "ATen/ops/chunk.h"
#include "ATen/ops/dropout.h"
#include "ATen/ops/expand.h"
#include "ATen/ops/gelu.h"
#include "ATen/ops/layer_norm.h"
#include "ATen/ops/linear.h"
#include "ATen/ops/logical_not.h"
#include "ATen/ops/masked_fill.h"
#include "ATen/ops/matmul.h"
#include "ATen/ops/mean.h"
#include "ATen/ops/mul.h"
#include "ATen/ops/ones.h"
#include "ATen/ops/relu.h"
#include "ATen/ops/repeat_interleave.h"
#include "ATen/ops/reshape.h"
#include "ATen/ops/scaled_dot_product_attention.h"
#include "ATen/ops/softmax.h"
#include "ATen/ops/to.h"
#include "ATen/ops/transpose.h"
#include "ATen/ops/tril.h"
#include "aten_lite/core/irange.h"
#include "aten_lite/native/internal/dense.h"
#include "aten_lite/native/internal/gemm.h"
#include "aten_lite/native/internal/row_kernel.h"
#include "aten_lite/parallel/parallel.h"

namespace at::native {
namespace {

constexpr float kMasked = -std::numeric_limits<float>::infinity();

void check_attention(const Tensor& query, const Tensor& key, const Tensor& value,
                     const Tensor& mask, bool is_causal) {
  TORCH_CHECK(
      query.scalar_type() == key.scalar_type() && query.scalar_type() == value.scalar_type(),
      "Expected query, key, and value to have the same dtype, but got query.dtype: ",
      query.scalar_type(), " key.dtype: ", key.scalar_type(),
      " and value.dtype: ", value.scalar_type(), " instead.");
  TORCH_CHECK(
      query.dim() >= 2 && key.dim() >= 2 && value.dim() >= 2,
      "Expected query, key, and value to all be  at least 2 dimensional, but got query.dim: ",
      query.dim(), " key.dim: ", key.dim(), " and value.dim: ", value.dim(), " instead.");
  TORCH_CHECK(!mask.defined() || !is_causal,
              "Explicit attn_mask should not be set when is_causal=True");
  TORCH_CHECK(!mask.defined() || mask.scalar_type() == kBool ||
                  mask.scalar_type() == query.scalar_type() || mask.scalar_type() == kFloat,
              "Expected attn_mask dtype to be bool or float or to match query dtype, but got "
              "attn_mask.dtype: ",
              mask.defined() ? mask.scalar_type() : kBool,
              " and  query.dtype: ", query.scalar_type(), " instead.");
}

double scale_of(const Tensor& query, std::optional<double> scale) {
  return scale.value_or(1.0 / std::sqrt(static_cast<double>(query.size(-1))));
}

// Scores of one head's queries against all keys.
struct Head {
  const float* mask;  // added; null when there is none
  const bool* keep;   // false is masked; null when there is none
  int64_t mask_row_stride;
  int64_t mask_column_stride;
  bool is_causal;
};

// Masks a row of scores. Returns whether any key is left.
bool mask_row(const Head& head, int64_t row, int64_t keys, float* scores) {
  if (!head.is_causal && head.mask == nullptr && head.keep == nullptr) {
    return true;
  }
  bool any = false;
  for (int64_t j = 0; j < keys; ++j) {
    const int64_t at = row * head.mask_row_stride + j * head.mask_column_stride;
    if (head.mask != nullptr) {
      scores[j] += head.mask[at];
    }
    if ((head.keep != nullptr && !head.keep[at]) || (head.is_causal && j > row)) {
      scores[j] = kMasked;
    }
    any = any || scores[j] != kMasked;
  }
  return any;
}

// float32, [batch, heads, rows, features] each. The result lies as [batch, rows, heads, features],
// which is what the projection behind an attention reads.
Tensor fused_attention(const Tensor& query, const Tensor& key, const Tensor& value,
                       const Tensor& mask, bool is_causal, float scale) {
  const int64_t batch = query.size(0);
  const int64_t heads = query.size(1);
  const int64_t rows = query.size(2);
  const int64_t keys = key.size(2);
  const int64_t features = query.size(3);
  const int64_t outputs = value.size(3);
  Tensor result = new_tensor({batch, rows, heads, outputs}, kFloat);
  constexpr int64_t kBlock = 64;  // queries at a time: their scores stay in the cache
  const int64_t blocks = divup(rows, kBlock);
  const int64_t work = std::min(rows, kBlock) * keys * (features + outputs);
  parallel_for(
      0, batch * heads * blocks, std::max<int64_t>(1, (1 << 18) / std::max<int64_t>(1, work)),
      [&](int64_t begin, int64_t end) {
        internal::Scratch<float> scores(std::min(rows, kBlock) * keys);
        for (int64_t task = begin; task < end; ++task) {
          const int64_t first = task % blocks * kBlock;
          const int64_t count = std::min(kBlock, rows - first);
          const int64_t h = task / blocks % heads;
          const int64_t n = task / blocks / heads;
          const auto matrix = [&](const Tensor& t) {
            return t.data_ptr<float>() + n * t.stride(0) + h * t.stride(1);
          };
          internal::GemmOptions options;
          options.alpha = scale;
          internal::gemm(
              count, keys, features,
              {matrix(query) + first * query.stride(2), query.stride(2), query.stride(3)},
              {matrix(key), key.stride(3), key.stride(2)}, scores.data(), keys, options);
          Head head{};
          head.is_causal = is_causal;
          if (mask.defined()) {
            const int64_t offset = n * mask.stride(0) + h * mask.stride(1);
            head.mask_row_stride = mask.stride(2);
            head.mask_column_stride = mask.stride(3);
            if (mask.scalar_type() == kBool) {
              head.keep = mask.data_ptr<bool>() + offset;
            } else {
              head.mask = mask.data_ptr<float>() + offset;
            }
          }
          for (int64_t i = 0; i < count; ++i) {
            float* const row = scores.data() + i * keys;
            if (mask_row(head, first + i, keys, row)) {
              internal::row_kernels().softmax(row, keys, row);
            } else {
              std::fill_n(row, keys, 0.0f);
            }
          }
          internal::gemm(count, outputs, keys, {scores.data(), keys, 1},
                         {matrix(value), value.stride(2), value.stride(3)},
                         result.data_ptr<float>() + ((n * rows + first) * heads + h) * outputs,
                         heads * outputs);
        }
      });
  return result.transpose(1, 2);
}

// Every head of keys and values for as many query heads as there are for each.
Tensor repeat_heads(const Tensor& t, const Tensor& query) {
  const int64_t heads = query.size(-3);
  const int64_t own = t.size(-3);
  TORCH_CHECK(own > 0 && heads % own == 0,
              "Number of heads in key and value must divide the number "
              "of heads in query: ",
              own, " and ", heads);
  return own == heads ? t : at::repeat_interleave(t, heads / own, -3);
}

struct AttentionResult {
  Tensor output;
  Tensor weights;
};

// Any dtype and any number of dimensions.
AttentionResult composed_attention(const Tensor& query, const Tensor& key, const Tensor& value,
                                   const Tensor& mask, double dropout_p, bool is_causal,
                                   double scale) {
  Tensor scores = at::mul(at::matmul(query, key.transpose(-2, -1)), scale);
  Tensor keep = mask.defined() && mask.scalar_type() == kBool ? mask : Tensor();
  if (is_causal) {
    keep = at::tril(at::ones({query.size(-2), key.size(-2)}, kBool));
  }
  if (keep.defined()) {
    scores =
        at::masked_fill(scores, at::logical_not(keep), -std::numeric_limits<double>::infinity());
  } else if (mask.defined()) {
    scores = at::add(scores, mask.to(scores.scalar_type()));
  }
  AttentionResult result;
  result.weights =
      mask.defined() || is_causal ? at::_safe_softmax(scores, -1) : at::softmax(scores, -1);
  if (dropout_p > 0) {
    result.weights = at::dropout(result.weights, dropout_p, true);
  }
  result.output = at::matmul(result.weights, value);
  return result;
}

bool can_fuse(const Tensor& query, const Tensor& key, const Tensor& value, const Tensor& mask,
              double dropout_p) {
  const bool shapes = query.dim() == 4 && key.dim() == 4 && value.dim() == 4 &&
                      key.size(0) == query.size(0) && value.size(0) == query.size(0) &&
                      key.size(1) == query.size(1) && value.size(1) == query.size(1) &&
                      key.size(3) == query.size(3) && value.size(2) == key.size(2) &&
                      query.numel() > 0 && key.numel() > 0 && value.numel() > 0;
  return shapes && query.scalar_type() == kFloat && dropout_p == 0.0 &&
         (!mask.defined() || mask.scalar_type() == kBool || mask.scalar_type() == kFloat);
}

// The input of all heads as [batch, heads, rows, features].
Tensor split_heads(const Tensor& t, int64_t heads) {
  return t.reshape({t.size(0), t.size(1), heads, t.size(2) / heads}).transpose(1, 2);
}

}  // namespace

Tensor scaled_dot_product_attention(const Tensor& query, const Tensor& key, const Tensor& value,
                                    const std::optional<Tensor>& attn_mask, double dropout_p,
                                    bool is_causal, std::optional<double> scale, bool enable_gqa) {
  const Tensor mask = tensor_or_undefined(attn_mask);
  check_attention(query, key, value, mask, is_causal);
  const Tensor k = enable_gqa ? repeat_heads(key, query) : key;
  const Tensor v = enable_gqa ? repeat_heads(value, query) : value;
  const double factor = scale_of(query, scale);
  if (!can_fuse(query, k, v, mask, dropout_p)) {
    return composed_attention(query, k, v, mask, dropout_p, is_causal, factor).output;
  }
  const Tensor expanded =
      mask.defined() ? mask.expand({query.size(0), query.size(1), query.size(2), k.size(2)}) : mask;
  return fused_attention(query, k, v, expanded, is_causal, static_cast<float>(factor));
}

std::tuple<Tensor, Tensor> _scaled_dot_product_attention_math(
    const Tensor& query, const Tensor& key, const Tensor& value,
    const std::optional<Tensor>& attn_mask, double dropout_p, bool is_causal,
    const std::optional<Tensor>& dropout_mask, std::optional<double> scale, bool enable_gqa) {
  const Tensor mask = tensor_or_undefined(attn_mask);
  check_attention(query, key, value, mask, is_causal);
  const Tensor dropped = tensor_or_undefined(dropout_mask);
  AttentionResult result =
      composed_attention(query, enable_gqa ? repeat_heads(key, query) : key,
                         enable_gqa ? repeat_heads(value, query) : value, mask,
                         dropped.defined() ? 0.0 : dropout_p, is_causal, scale_of(query, scale));
  if (dropped.defined() && dropout_p > 0) {
    result.weights = at::mul(at::masked_fill(result.weights, at::logical_not(dropped), 0),
                             1.0 / (1.0 - dropout_p));
    result.output = at::matmul(result.weights, enable_gqa ? repeat_heads(value, query) : value);
  }
  return {result.output, result.weights};
}

std::tuple<Tensor, Tensor> _native_multi_head_attention(
    const Tensor& query, const Tensor& key, const Tensor& value, int64_t embed_dim,
    int64_t num_head, const Tensor& qkv_weight, const Tensor& qkv_bias, const Tensor& proj_weight,
    const Tensor& proj_bias, const std::optional<Tensor>& mask_opt, bool need_weights,
    bool average_attn_weights, std::optional<int64_t> mask_type) {
  TORCH_CHECK(query.dim() == 3 && key.dim() == 3 && value.dim() == 3, "expected 3-D `query`, got ",
              query.dim(), "-D tensor");
  TORCH_CHECK(num_head > 0 && embed_dim % num_head == 0,
              "`embed_dim` must divide evenly by `num_heads`, but got ", embed_dim, " and ",
              num_head);
  TORCH_CHECK(query.size(2) == embed_dim && qkv_weight.dim() == 2 &&
                  qkv_weight.size(0) == 3 * embed_dim && qkv_weight.size(1) == embed_dim,
              "expected `qkv_weight` of shape [", 3 * embed_dim, ", ", embed_dim, "], got ",
              qkv_weight.sizes(), " for a query of shape ", query.sizes());
  TORCH_CHECK(qkv_bias.dim() == 1 && qkv_bias.size(0) == 3 * embed_dim, "expected `qkv_bias` of ",
              3 * embed_dim, " elements, got ", qkv_bias.sizes());
  const std::vector<Tensor> weights = at::chunk(qkv_weight, 3, 0);
  const std::vector<Tensor> biases = at::chunk(qkv_bias, 3, 0);
  const auto project = [&](const Tensor& t, size_t part) {
    return split_heads(at::linear(t, weights[part], biases[part]), num_head);
  };
  const Tensor q = project(query, 0);
  const Tensor k = project(key, 1);
  const Tensor v = project(value, 2);

  Tensor keep;
  if (mask_opt.has_value() && mask_opt->defined()) {
    Tensor mask = *mask_opt;
    TORCH_CHECK(mask_type.has_value() && *mask_type >= 0 && *mask_type <= 2,
                "Mask Type should be 0 (src_mask), 1 (src_key_padding_mask), or 2 (default), "
                "but got ",
                mask_type.value_or(-1));
    if (*mask_type == 1) {
      TORCH_CHECK(mask.dim() == 2, "a padding mask must have shape [batch, keys], but has ",
                  mask.sizes());
      mask = mask.reshape({mask.size(0), 1, 1, mask.size(1)});
    }
    // Here true means masked.
    keep = at::logical_not(mask);
  }
  const double scale = 1.0 / std::sqrt(static_cast<double>(embed_dim / num_head));
  Tensor attended;
  Tensor attention;
  if (need_weights) {
    const AttentionResult result = composed_attention(q, k, v, keep, 0.0, false, scale);
    attended = result.output;
    attention = average_attn_weights ? at::mean(result.weights, 1) : result.weights;
  } else {
    attended = at::scaled_dot_product_attention(
        q, k, v, keep.defined() ? std::optional<Tensor>(keep) : std::nullopt, 0.0, false, scale);
  }
  const Tensor joined = attended.transpose(1, 2).reshape({query.size(0), query.size(1), embed_dim});
  return {at::linear(joined, proj_weight, proj_bias), attention};
}

Tensor _transformer_encoder_layer_fwd(
    const Tensor& src, int64_t embed_dim, int64_t num_heads, const Tensor& qkv_weight,
    const Tensor& qkv_bias, const Tensor& proj_weight, const Tensor& proj_bias, bool use_gelu,
    bool norm_first, double eps, const Tensor& norm_weight_1, const Tensor& norm_bias_1,
    const Tensor& norm_weight_2, const Tensor& norm_bias_2, const Tensor& ffn_weight_1,
    const Tensor& ffn_bias_1, const Tensor& ffn_weight_2, const Tensor& ffn_bias_2,
    const std::optional<Tensor>& mask, std::optional<int64_t> mask_type) {
  const auto normalize = [&](const Tensor& t, const Tensor& weight, const Tensor& bias) {
    return at::layer_norm(t, {embed_dim}, weight, bias, eps);
  };
  const Tensor first = norm_first ? normalize(src, norm_weight_1, norm_bias_1) : src;
  Tensor x = std::get<0>(at::_native_multi_head_attention(
      first, first, first, embed_dim, num_heads, qkv_weight, qkv_bias, proj_weight, proj_bias, mask,
      /*need_weights=*/false, /*average_attn_weights=*/true, mask_type));
  x = at::add(x, src);
  if (!norm_first) {
    x = normalize(x, norm_weight_1, norm_bias_1);
  }
  const Tensor second = norm_first ? normalize(x, norm_weight_2, norm_bias_2) : x;
  const Tensor inner = at::linear(second, ffn_weight_1, ffn_bias_1);
  const Tensor activated = use_gelu ? at::gelu(inner) : at::relu(inner);
  x = at::add(x, at::linear(activated, ffn_weight_2, ffn_bias_2));
  return norm_first ? x : normalize(x, norm_weight_2, norm_bias_2);
}

}  // namespace at::native
