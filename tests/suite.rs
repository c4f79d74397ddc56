//! All integration tests, one module a subject.
