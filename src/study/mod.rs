//! A question about a variant, its answer, its picture, its claim.
