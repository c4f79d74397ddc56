//! Pictures: a figure becomes a scene, the scene becomes SVG, SVG becomes PNG.
