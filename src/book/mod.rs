//! Pages: Markdown, directives, templates.
