import { trimLine } from "#core/text.ts";

export interface ItemIdentity {
  readonly guid: string;
  /** The link in its canonical form (`canonicalizeLink`). */
  readonly link: string | null;
  readonly title: string;
}

/**
 * Identifies each item of a feed by its guid, else by its link, else by link and title, whatever its position. A guid
 * or link shared by several items isn't used, because it could move to another article when the feed changes. Null for
 * a duplicate within the feed.
 */
export function identifyItems(items: readonly ItemIdentity[]): (string | null)[] {
  const guids = new Map<string, Set<string>>();
  const seen = new Map<string, Set<string>>();
  const candidates = items.map(({ guid, link, title }) => {
    const trimmedGuid = trimLine(guid);
    const signature = `${link ?? ""} ${trimLine(title).toLowerCase()}`;
    const before = seen.get(signature);
    // The same title and link are two articles only if their guids differ.
    const isRepeated =
      before !== undefined && (trimmedGuid === "" || before.has("") || before.has(trimmedGuid));
    seen.set(signature, (before ?? new Set()).add(trimmedGuid));
    if (!isRepeated && trimmedGuid !== "")
      guids.set(trimmedGuid, (guids.get(trimmedGuid) ?? new Set()).add(signature));
    return { trimmedGuid, link, signature, isRepeated };
  });
  const isUnique = (trimmedGuid: string) => guids.get(trimmedGuid)?.size === 1;

  const links = new Map<string, number>();
  for (const { trimmedGuid, link, isRepeated } of candidates)
    if (!isRepeated && !isUnique(trimmedGuid) && link !== null) links.set(link, (links.get(link) ?? 0) + 1);

  const used = new Set<string>();
  return candidates.map(({ trimmedGuid, link, signature, isRepeated }) => {
    if (isRepeated) return null;
    const identity = isUnique(trimmedGuid)
      ? `guid:${trimmedGuid}`
      : link !== null && links.get(link) === 1
        ? `link:${link}`
        : `title:${signature}`;
    if (used.has(identity)) return null;
    used.add(identity);
    return identity;
  });
}
