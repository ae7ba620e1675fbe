//! Escaping of text that a project can influence.
//!
//! Names of classes, methods and files, values of settings, messages of compilers and build files: whoever writes a project
//! chooses them. Each place that such text goes to (a sink) has one function here, after which the text is shown there and
//! means nothing:
//!
//! | sink | function | standard |
//! | --- | --- | --- |
//! | a line of text: diagnostics, logs, names of files | [`plain`] | Unicode 16, UTS #39 |
//! | standard output and standard error | [`Screen`], [`terminal`] | ECMA-48, runner commands |
//! | `window/showMessage` and `showMessageRequest` | [`notification`] | LSP 3.17, the links of VS Code |
//! | lenses, hints, names in lists | [`label`] | LSP 3.17, the icons of VS Code |
//! | any message of the protocol, as its last step | [`protocol`] | LSP 3.17, RFC 8259 |
//! | Markdown in an editor | [`markdown`], [`markdown_span`] | `CommonMark` 0.31, GFM |
//! | Markdown on a page | [`markdown_code`] | `CommonMark` 0.31, GFM |
//! | HTML and SVG in it | [`html`] | HTML 5 |
//! | JSON in a `script` of HTML | [`script_data`] | HTML 5, RFC 8259 |
//! | XML | [`xml`] | XML 1.0 |
//! | CSV | [`csv`] | RFC 4180, OWASP on formulas |
//! | JSON | [`json`], [`JsonWriter`] | RFC 8259 |
//! | workflow commands | [`command_data`], [`command_property`] | GitHub Actions |
//! | a reference to a file | [`uri`] | RFC 3986 |
//!
//! Text is escaped where it goes out and nowhere before. Most functions leave their own result as it is, so that text which
//! passes twice is not escaped twice; those of a syntax with its own escape (Markdown, HTML, XML, CSV, commands) are
//! called once.

mod command;
mod hidden;
mod json;
mod markdown;
mod markup;
mod message;
mod noun;
mod screen;
mod table;

pub use command::{command_data, command_property};
pub use hidden::{is_hidden, plain};
pub use json::{JsonWriter, json, protocol};
pub use markdown::{markdown, markdown_code, markdown_span};
pub use markup::{html, script_data, uri, xml};
pub use message::{label, notification};
pub use noun::how_many;
pub use screen::{Colour, Screen, terminal};
pub use table::csv;
