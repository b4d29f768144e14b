import { asc, gt, inArray } from "drizzle-orm";
import type { StorageDeps } from "./deps.ts";
import { objects } from "./tables.ts";
import { unlessBackup } from "./write-object.ts";

export interface Repair {
  /** Files not referenced by any row. */
  readonly removedFiles: number;
  /** Partial files of interrupted uploads. */
  readonly removedPartial: number;
  /** Objects without their file, at most a hundred. They are only reported. */
  readonly missing: readonly { readonly bucketId: string; readonly name: string }[];
  readonly missingCount: number;
}

/** Longer than any upload takes; the row of a younger file may still be written. */
const YOUNG_MS = 60 * 60 * 1000;
const BATCH = 500;
const SHOWN = 100;

/**
 * Makes rows and files consistent after a crash: deletes files without a row and reports rows without a file. Skips
 * files younger than `youngMs`. Safe to run in several processes at once.
 */
export async function repairStorage(context: StorageDeps, youngMs = YOUNG_MS): Promise<Repair> {
  const before = new Date(context.clock.now().getTime() - youngMs);
  const removedPartial = await context.files.deletePartial(before);
  const removedFiles = await removeUnreferencedFiles(context, before);
  const { missing, missingCount } = await findMissingFiles(context);
  if (missingCount > 0) context.log.error({ missingCount, missing }, "objects have lost their files");
  if (removedPartial + removedFiles > 0)
    context.log.info({ removedPartial, removedFiles }, "storage was repaired");
  return { removedFiles, removedPartial, missing, missingCount };
}

async function removeUnreferencedFiles(context: StorageDeps, before: Date): Promise<number> {
  const { db } = context.database;
  let removed = 0;
  for await (const part of context.files.list(before)) {
    for (let index = 0; index < part.length; index += BATCH) {
      const names = part.slice(index, index + BATCH);
      const referenced = new Set<string | null>();
      const originals = await db
        .select({ file: objects.file })
        .from(objects)
        .where(inArray(objects.file, names));
      const thumbnails = await db
        .select({ file: objects.thumbnailFile })
        .from(objects)
        .where(inArray(objects.thumbnailFile, names));
      for (const { file } of [...originals, ...thumbnails]) referenced.add(file);
      const unreferenced = names.filter((name) => !referenced.has(name));
      if (unreferenced.length === 0) continue;
      const isRemoved = await unlessBackup(context, async () => {
        for (const name of unreferenced) await context.files.delete(name);
      });
      if (isRemoved) removed += unreferenced.length;
    }
  }
  return removed;
}

async function findMissingFiles({ database, files }: StorageDeps) {
  const missing: { bucketId: string; name: string }[] = [];
  let missingCount = 0;
  for (let last: string | undefined; ; ) {
    const rows = await database.db
      .select()
      .from(objects)
      .where(last === undefined ? undefined : gt(objects.id, last))
      .orderBy(asc(objects.id))
      .limit(BATCH);
    for (const { bucketId, name, file, thumbnailFile } of rows) {
      if ((await files.has(file)) && (thumbnailFile === null || (await files.has(thumbnailFile)))) continue;
      missingCount += 1;
      if (missing.length < SHOWN) missing.push({ bucketId, name });
    }
    last = rows.at(-1)?.id;
    if (rows.length < BATCH) return { missing, missingCount };
  }
}
