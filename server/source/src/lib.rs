//! Java text: methods, spans, line index and edits.
