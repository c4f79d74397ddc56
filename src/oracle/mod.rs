//! A slow, obvious mover that shares nothing with `rules` but the notation's tree and the cells.
