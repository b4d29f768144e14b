import { between, or } from "drizzle-orm";
import type { StorageDeps } from "./deps.ts";
import { HEX_DIGITS } from "./object-files.ts";
import { objects } from "./tables.ts";
import { runUnlessBackup } from "./write-object.ts";

export interface RepairReport {
  /** The number of deleted files that no row referred to. */
  readonly deletedFileCount: number;
  readonly deletedPartialCount: number;
  /** Objects without their file, at most a hundred. These are only reported. */
  readonly missing: readonly { readonly bucketId: string; readonly name: string }[];
  readonly missingCount: number;
}

/** Younger files are skipped, because their rows may not have been written yet; no upload takes this long. */
const MIN_AGE_MS = 60 * 60 * 1000;
const REPORTED_MAX = 100;

/**
 * Deletes partial files and, unless a backup is running, files without a row, if they are at least `minAgeMs` old.
 * Reports rows without a file.
 */
export async function repairStorage(deps: StorageDeps, minAgeMs = MIN_AGE_MS): Promise<RepairReport> {
  const before = new Date(deps.clock.now().getTime() - minAgeMs);
  const deletedPartialCount = await deps.files.deletePartials(before);
  const missingObjects = new Map<string, { bucketId: string; name: string }>();
  let deletedFileCount = 0;
  for (const digit of HEX_DIGITS) {
    const listedFiles = await deps.files.list(digit);
    // Listed after the files, so that the row of every listed file is either found or not written yet.
    const references = await listFileReferences(deps, digit);
    const referencedFiles = new Set(references.map(({ file }) => file));
    const unreferencedFiles = [...listedFiles].filter(
      ([file, modifiedAt]) => modifiedAt < before && !referencedFiles.has(file),
    );
    const hasDeleted =
      unreferencedFiles.length > 0 &&
      (await runUnlessBackup(deps, async () => {
        for (const [file] of unreferencedFiles) await deps.files.delete(file);
      }));
    if (hasDeleted) deletedFileCount += unreferencedFiles.length;
    for (const { id, file, ...object } of references)
      if (!listedFiles.has(file) && !(await deps.files.has(file))) missingObjects.set(id, object);
  }
  const report = {
    deletedFileCount,
    deletedPartialCount,
    missing: [...missingObjects.values()].slice(0, REPORTED_MAX),
    missingCount: missingObjects.size,
  };
  if (missingObjects.size > 0)
    deps.log.error(
      { missingCount: report.missingCount, missing: report.missing },
      "objects have lost their files",
    );
  if (deletedPartialCount + deletedFileCount > 0)
    deps.log.info({ deletedPartialCount, deletedFileCount }, "storage was repaired");
  return report;
}

/** Lists the files with names starting with `digit` that rows refer to, each with its object. */
async function listFileReferences({ database }: StorageDeps, digit: string) {
  const fillUuid = (fill: string) => digit + "0000000-0000-0000-0000-000000000000".replaceAll("0", fill);
  const [first, last] = [fillUuid("0"), fillUuid("f")];
  const { id, bucketId, name, file, thumbnailFile } = objects;
  const rows = await database.db
    .select({ id, bucketId, name, file, thumbnailFile })
    .from(objects)
    .where(or(between(file, first, last), between(thumbnailFile, first, last)));
  return rows.flatMap(({ file: original, thumbnailFile: thumbnail, ...object }) =>
    [original, thumbnail]
      .filter((fileName) => fileName?.startsWith(digit))
      .map((fileName) => ({ ...object, file: fileName as string })),
  );
}
