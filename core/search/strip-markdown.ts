/** The row of dashes below a table's header. */
const isTableDelimiterRow = (line: string) => line.includes("|") && line.includes("-");

/** Strips Markdown for an excerpt, roughly but fast. The result isn't safe HTML, so pages must escape it. */
export function stripMarkdown(markdown: string): string {
  return markdown
    .replace(/\p{Bidi_Control}/gu, "")
    .replace(/^(?:`{3}|~{3}).*$/gm, " ")
    .replace(/!\[([^[\]\n]*)\]\([^()\n]*\)/g, "$1")
    .replace(/\[([^[\]\n]+)\]\([^()\n]*\)/g, "$1")
    .replace(/^[ \t]*(?:#{1,6}[ \t]+|>[ \t]?|[-*+][ \t]+|\d{1,9}[.)][ \t]+)/gm, "")
    .replace(/^[ \t]*(?:[-*_=][ \t]*){3,}$/gm, " ")
    .replace(/^[-:| \t]+$/gm, (line) => (isTableDelimiterRow(line) ? " " : line))
    .replace(/(\*\*|__|~~|`+)/g, "")
    .replace(/(^|[\s(])[*_](\S[^*_\n]*)[*_](?=[\s).,;:!?]|$)/gm, "$1$2")
    .replace(/\\?\|/g, (pipe) => (pipe === "|" ? " " : "|"))
    .replace(/\s+/g, " ")
    .trim();
}
