/** HTML that escapes every text unless this module made it. */

const ESCAPES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** A piece of HTML that is safe to put into a page. */
export class Markup {
  /** Only {@link html} creates one, so its text is always escaped. */
  private readonly text: string;

  private constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }

  static of(strings: TemplateStringsArray, values: readonly Value[]): Markup {
    return new Markup(String.raw({ raw: strings }, ...values.map(safe)));
  }
}

type Value = string | number | Markup | readonly Markup[];

/** The tag for templates: `` html`<b>${name}</b>` `` escapes the name. Attributes must be in quotes. */
export function html(strings: TemplateStringsArray, ...values: Value[]): Markup {
  return Markup.of(strings, values);
}

function safe(value: Value): string {
  if (value instanceof Markup) {
    return value.toString();
  }
  if (typeof value === "object") {
    return value.map(String).join("");
  }
  return String(value).replace(/[&<>"']/g, (character) => ESCAPES[character] ?? "");
}
