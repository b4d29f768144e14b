export interface Term {
  /** From its name: "proof-of-stake". */
  readonly id: string;
  readonly name: string;
  /** Other names, abbreviations. Plurals need none: names are compared by their stems. */
  readonly aliases: readonly string[];
  /** Ids of what to ask about next. */
  readonly related: readonly string[];
  /** Plain text, a few sentences. */
  readonly text: string;
}

/** Reads a field's terms: each a line "Name | alias, alias | related, related" and a line of text, apart by an empty one. */
export function readTerms(field: string): Term[] {
  return field
    .trim()
    .split(/\n\n+/)
    .map((entry) => {
      const [head = "", ...lines] = entry.split("\n");
      const [name = "", aliases = "", related = ""] = head.split("|").map((part) => part.trim());
      return {
        id: idOf(name),
        name,
        aliases: listOf(aliases),
        related: listOf(related).map(idOf),
        text: lines.join(" ").trim(),
      };
    });
}

function listOf(text: string): string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

function idOf(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}
