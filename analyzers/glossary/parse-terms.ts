export interface Term {
  /** Derived from its name, like "proof-of-stake". */
  readonly id: string;
  readonly name: string;
  /** Other names and abbreviations. Plurals aren't needed, because names are compared by stem. */
  readonly aliases: readonly string[];
  /** The IDs of related terms. */
  readonly related: readonly string[];
  readonly text: string;
}

/** Parses entries separated by blank lines: a line "Name | alias, alias | related, related", then a line of text. */
export function parseTerms(text: string): Term[] {
  return text
    .trim()
    .split(/\n\n+/)
    .map((entry) => {
      const [head = "", ...lines] = entry.split("\n");
      const [name = "", aliasList = "", relatedList = ""] = head.split("|").map((part) => part.trim());
      return {
        id: toTermId(name),
        name,
        aliases: splitList(aliasList),
        related: splitList(relatedList).map(toTermId),
        text: lines.join(" ").trim(),
      };
    });
}

function splitList(text: string): string[] {
  return text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
}

function toTermId(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}
