// Householder reflections as LAPACK stores them: H_k = I - tau_k v_k v_k^H, where v_k is column k
// of a matrix below its diagonal, with a 1 on the diagonal itself.
#pragma once

#include <vector>

#include "aten_lite/native/internal/dense_solver.h"

namespace at::native {

// A = H_0 H_1 ... R in place: R from the diagonal upwards, the reflections below it; signs as
// LAPACK's. Returns tau.
template <typename T>
std::vector<T> householder_factor(Matrix<T>& a);

// B becomes Q B, or Q^H B, for Q = H_0 H_1 ... from householder_factor's output.
template <typename T>
void apply_reflections(const Matrix<T>& a, const std::vector<T>& tau, bool adjoint, Matrix<T>& b);

template <typename T>
Matrix<T> adjoint_of(const Matrix<T>& a);

}  // namespace at::native
