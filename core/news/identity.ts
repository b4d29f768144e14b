import { trimLine } from "#core/forum/text.ts";

export interface Identifiable {
  readonly guid: string;
  /** Canonical, or null. */
  readonly link: string | null;
  readonly title: string;
}

/**
 * What each item of a feed is known by from one fetch to the next, whatever stands around it: its guid, else its link,
 * else its link and title. A guid that several items of the feed have is nobody's, and so is such a link; neither may
 * pass from one article to another when the feed goes on. Null for an item that an earlier one already is.
 */
export function identifyItems(items: readonly Identifiable[]): (string | null)[] {
  const guids = new Map<string, Set<string>>();
  const seen = new Map<string, Set<string>>();
  const read = items.map(({ guid, link, title }) => {
    const named = trimLine(guid);
    const said = `${link ?? ""} ${trimLine(title).toLowerCase()}`;
    const before = seen.get(said);
    // The same words at the same address are two articles only when each has a name of its own.
    const isRepeated = before !== undefined && (named === "" || before.has("") || before.has(named));
    seen.set(said, (before ?? new Set()).add(named));
    if (!isRepeated && named !== "") guids.set(named, (guids.get(named) ?? new Set()).add(said));
    return { named, link, said, isRepeated };
  });
  const isOwn = (named: string) => guids.get(named)?.size === 1;

  const links = new Map<string, number>();
  for (const { named, link, isRepeated } of read)
    if (!isRepeated && !isOwn(named) && link !== null) links.set(link, (links.get(link) ?? 0) + 1);

  const taken = new Set<string>();
  return read.map(({ named, link, said, isRepeated }) => {
    if (isRepeated) return null;
    const name = isOwn(named)
      ? `guid:${named}`
      : link !== null && links.get(link) === 1
        ? `link:${link}`
        : `title:${said}`;
    if (taken.has(name)) return null;
    taken.add(name);
    return name;
  });
}
