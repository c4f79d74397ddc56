//! Second opinions on claims and pictures.
