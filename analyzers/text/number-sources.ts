import type { SiteDocument, Source } from "#core/ai/analysis.ts";
import type { Term } from "../glossary/index.ts";
import type { HelpTopic } from "../help/index.ts";
import { cutSentence, toOneLine } from "./sentences.ts";

type CitedSource = Pick<Source, "title" | "attribution"> &
  Partial<Pick<Source, "path" | "date" | "isSample">>;
export type SourceNumbers = ReturnType<typeof numberSources>;

/** Numbers sources in the order of their first citation. */
export function numberSources() {
  const sources: Source[] = [];
  const numberByKey = new Map<string, number>();

  /** Returns "[2]", or "[2] (sample)" for sample data. */
  function cite(
    key: string,
    { title, path = null, attribution, date = null, isSample = false }: CitedSource,
  ): string {
    let number = numberByKey.get(key);
    if (number === undefined) {
      number = sources.length + 1;
      numberByKey.set(key, number);
      sources.push({ number, title, path, attribution, date, isSample });
    }
    return isSample ? `[${number}] (sample)` : `[${number}]`;
  }

  return {
    citeDocument({ kind, path, title, attribution, date, isSample }: SiteDocument) {
      const shortAttribution = cutSentence(toOneLine(attribution));
      return cite(path, {
        title: cutSentence(toOneLine(title)),
        path,
        attribution: kind === "comment" ? `Comment by ${shortAttribution}` : shortAttribution,
        date,
        isSample,
      });
    },
    citeTerm: ({ id, name }: Term) => cite(`term ${id}`, { title: name, attribution: "Glossary" }),
    citeHelp: ({ id, title, path }: HelpTopic) => cite(`help ${id}`, { title, path, attribution: "Help" }),
    citeInput: () => cite("input", { title: "Your text", attribution: "You" }),
    list: (): readonly Source[] => sources,
  };
}
