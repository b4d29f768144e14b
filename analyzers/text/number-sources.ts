import type { SiteDocument, Source } from "#core/ai/analysis.ts";
import type { Term } from "../glossary/index.ts";
import type { HelpTopic } from "../help/index.ts";
import { cutSentence, toOneLine } from "./sentences.ts";

/** Numbers sources in the order of their first citation. */
export interface SourceNumbers {
  /** "[2]", or "[2] (sample)" for sample data. */
  citeDocument(document: SiteDocument): string;
  citeTerm(term: Term): string;
  citeHelp(topic: HelpTopic): string;
  /** Cites the user's input. */
  citeInput(): string;
  list(): readonly Source[];
}

export function numberSources(): SourceNumbers {
  const sources: Source[] = [];
  const numbers = new Map<string, number>();

  function cite(key: string, source: Omit<Source, "number">): string {
    let number = numbers.get(key);
    if (number === undefined) {
      number = sources.length + 1;
      numbers.set(key, number);
      sources.push({ number, ...source });
    }
    return source.isSample ? `[${number}] (sample)` : `[${number}]`;
  }

  return {
    citeDocument({ kind, path, title, attribution, date, isSample }) {
      return cite(path, {
        title: cutSentence(toOneLine(title)),
        path,
        attribution: `${kind === "comment" ? "Comment by " : ""}${cutSentence(toOneLine(attribution))}`,
        date,
        isSample,
      });
    },
    citeTerm({ id, name }) {
      return cite(`term ${id}`, {
        title: name,
        path: null,
        attribution: "Glossary",
        date: null,
        isSample: false,
      });
    },
    citeHelp({ id, title, path }) {
      return cite(`help ${id}`, { title, path, attribution: "Help", date: null, isSample: false });
    },
    citeInput() {
      return cite("input", {
        title: "Your text",
        path: null,
        attribution: "You",
        date: null,
        isSample: false,
      });
    },
    list: () => sources,
  };
}
