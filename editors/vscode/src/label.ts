/** Text of a project in labels of VS Code, which make icons of `$(name)`. */

/** A text in which nothing is taken for an icon. What is hidden in it the server has written out. */
export function label(text: string): string {
  return text.replaceAll("$(", "$ (");
}
