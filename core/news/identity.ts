import { trimLine } from "#core/text.ts";

export interface ItemIdentity {
  readonly guid: string;
  /** The link in its canonical form (`canonicalizeLink`). */
  readonly link: string | null;
  readonly title: string;
}

/**
 * Identifies each item of a feed by its guid, else by its link, else by link and title, but never by its position. A
 * guid or link shared by several items isn't used, because it could move to another article when the feed changes.
 * Returns null for a duplicate within the feed.
 */
export function identifyItems(items: readonly ItemIdentity[]): (string | null)[] {
  const signaturesByGuid = new Map<string, Set<string>>();
  const guidsBySignature = new Map<string, Set<string>>();
  const candidates = items.map(({ guid, link, title }) => {
    const trimmedGuid = trimLine(guid);
    const signature = `${link ?? ""} ${trimLine(title).toLowerCase()}`;
    const seenGuids = guidsBySignature.get(signature);
    // The same title and link are two articles only if their guids differ.
    const isRepeated =
      seenGuids !== undefined && (trimmedGuid === "" || seenGuids.has("") || seenGuids.has(trimmedGuid));
    guidsBySignature.set(signature, (seenGuids ?? new Set()).add(trimmedGuid));
    if (!isRepeated && trimmedGuid !== "")
      signaturesByGuid.set(trimmedGuid, (signaturesByGuid.get(trimmedGuid) ?? new Set()).add(signature));
    return { trimmedGuid, link, signature, isRepeated };
  });
  const isUnique = (trimmedGuid: string) => signaturesByGuid.get(trimmedGuid)?.size === 1;

  const linkCounts = new Map<string, number>();
  for (const { trimmedGuid, link, isRepeated } of candidates)
    if (!isRepeated && !isUnique(trimmedGuid) && link !== null)
      linkCounts.set(link, (linkCounts.get(link) ?? 0) + 1);

  const usedIdentities = new Set<string>();
  return candidates.map(({ trimmedGuid, link, signature, isRepeated }) => {
    if (isRepeated) return null;
    const identity = isUnique(trimmedGuid)
      ? `guid:${trimmedGuid}`
      : link !== null && linkCounts.get(link) === 1
        ? `link:${link}`
        : `title:${signature}`;
    if (usedIdentities.has(identity)) return null;
    usedIdentities.add(identity);
    return identity;
  });
}
