import type { RawPostInput } from "#core/forum/post-input.ts";
import { hasSameContent } from "./post-form.ts";

/** Unsaved text. Each member has one backup per form ("new", a draft's ID, or "post:" with a post's ID). */
export interface LocalBackup extends RawPostInput {
  readonly requestId: string;
  readonly version: string;
  readonly keptAt: string;
}

const PREFIX = "lattice-editor:";

export function buildBackupKey(memberId: string, formId: string): string {
  return `${PREFIX}${memberId}:${formId}`;
}

/** Returns null if there is no text or it isn't a valid backup. */
export function parseBackup(text: string | null): LocalBackup | null {
  if (text === null) return null;
  try {
    const {
      title,
      content,
      category,
      tags,
      requestId,
      version = "",
      keptAt,
    } = JSON.parse(text) as Record<string, unknown>;
    const strings = [title, content, category, requestId, version, keptAt];
    if (!strings.every((value) => typeof value === "string")) return null;
    if (!Array.isArray(tags) || !tags.every((tag) => typeof tag === "string")) return null;
    if (Number.isNaN(Date.parse(keptAt as string))) return null;
    return { title, content, category, tags, requestId, version, keptAt } as LocalBackup;
  } catch {
    return null;
  }
}

export function readBackup(key: string): LocalBackup | null {
  return parseBackup(tryStorage((storage) => storage.getItem(key)) ?? null);
}

/** The keys of a member's backups of new posts and drafts, latest first. */
export function listNewPostBackupKeys(memberId: string): string[] {
  const keys = tryStorage((storage) => Object.keys(storage)) ?? [];
  return keys
    .filter(
      (key) =>
        key.startsWith(buildBackupKey(memberId, "")) && !key.startsWith(buildBackupKey(memberId, "post:")),
    )
    .sort((a, b) => (readBackup(b)?.keptAt ?? "").localeCompare(readBackup(a)?.keptAt ?? ""));
}

/** Does nothing if the form was published, or if storage is full or blocked. */
export function writeBackup(key: string, backup: LocalBackup): void {
  if (!publishedRequestIds.has(backup.requestId))
    tryStorage((storage) => storage.setItem(key, JSON.stringify(backup)));
}

export function deleteBackup(key: string): void {
  tryStorage((storage) => storage.removeItem(key));
}

/** Request IDs of published forms. A page that still shows such a form must not back it up again when it closes. */
const publishedRequestIds = new Set<string>();

/** Allows backups of a form that is opened again after it was published. */
export function allowBackups(requestId: string): void {
  publishedRequestIds.delete(requestId);
}

/** Deletes a published form's backups and prevents new ones. */
export function discardPublishedBackups(requestId: string): void {
  publishedRequestIds.add(requestId);
  deleteBackups(requestId);
}

/** Deletes a form's backups, or if `input` is given, only those with the same content. */
export function deleteBackups(requestId: string, input?: RawPostInput): void {
  tryStorage((storage) => {
    for (const key of Object.keys(storage)) {
      if (!key.startsWith(PREFIX)) continue;
      const backup = parseBackup(storage.getItem(key));
      if (backup?.requestId === requestId && (!input || hasSameContent(backup, input)))
        storage.removeItem(key);
    }
  });
}

function tryStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(localStorage);
  } catch {
    return undefined;
  }
}
