//! Escaping of text that a project can influence.
//!
//! The author of a project chooses the names of classes, methods and files, values of settings, and messages of compilers
//! and build files. Each place where such text appears (a sink) has one function here. After it, the sink shows the text and
//! does not obey it:
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
//! Text is escaped only where it leaves jouled. Most functions do not change their own result, so text that passes twice is
//! not escaped twice. The functions of a syntax with its own escapes (Markdown, HTML, XML, CSV, commands) must be called
//! once.

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
