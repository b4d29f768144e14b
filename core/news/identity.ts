import { trimLine } from "#core/forum/text.ts";

export interface Identifiable {
  readonly guid: string;
  /** Canonical, or null. */
  readonly link: string | null;
  readonly title: string;
}

/**
 * What each item of a feed is known by from one fetch to the next: its guid when it has one that no earlier item of
 * the feed has taken, else its link, else its link and title. Null for an item that an earlier one already is.
 */
export function identifyItems(items: readonly Identifiable[]): (string | null)[] {
  const taken = new Set<string>();
  return items.map(({ guid, link, title }) => {
    const named = trimLine(guid);
    const names = [
      ...(named === "" ? [] : [`guid:${named}`]),
      ...(link === null ? [] : [`link:${link}`]),
      `title:${link ?? ""} ${trimLine(title).toLowerCase()}`,
    ];
    const name = names.find((one) => !taken.has(one));
    if (name === undefined) return null;
    // The title is taken with every name, so that the same item twice is one.
    taken.add(name);
    taken.add(names.at(-1) ?? "");
    return name;
  });
}
