import { createHash } from "node:crypto";
import pg from "pg";
import { ADVISORY_LOCKS } from "#server/platform/advisory-locks.ts";
import { StartError } from "#server/platform/start-error.ts";
import type { FileStore, WrittenFile } from "./file-store.ts";
import { type Location, readLocation, type StoreName, saveLocation } from "./location.ts";

export interface MoveOptions {
  /** The database's URL. */
  readonly url: string;
  readonly stores: Readonly<Record<StoreName, FileStore>>;
  readonly to: StoreName;
  /** Selects the paths of all files that rows refer to. */
  readonly filesSql: string;
  /** Resolves when all processes know the new location. */
  waitForDelivery(): Promise<void>;
  onProgress?(progress: {
    readonly handledCount: number;
    readonly total: number;
    readonly bytes: number;
  }): void;
}

export interface MoveReport {
  /** The number of files that this call copied and verified. */
  readonly movedCount: number;
  readonly bytes: number;
  /** Files that were in neither store, at most a hundred. */
  readonly missingPaths: readonly string[];
  readonly missingCount: number;
  /** Files that couldn't be moved, at most a hundred. The move is complete if there are none. */
  readonly failures: readonly { readonly path: string; readonly reason: string }[];
  readonly failedCount: number;
  /** Whether the move stopped because too many files in a row couldn't be copied. */
  readonly hasStopped: boolean;
}

/** The number of files per batch. At most this many are copied again after a crash. */
const BATCH_SIZE = 100;
const CONCURRENCY = 4;
const ATTEMPTS_MAX = 2;
/** After this many failures in a row, the rest would most likely fail too. */
const FAILURES_MAX = 20;
const LISTED_MAX = 100;

/**
 * Moves the site's files to another store and verifies each copy. The site may keep running; an interrupted move can be
 * continued. Throws StartError.
 */
export async function moveFiles(options: MoveOptions): Promise<MoveReport> {
  return withMoveLock(options.url, async (client) => {
    await beginMove(client, options.to);
    await options.waitForDelivery();
    const report = await copyAll(client, options);
    if (report.failedCount === 0) {
      const location = await readLocation(client);
      if (location.previous && !location.movedAt)
        await saveLocation(client, { ...location, movedAt: new Date() });
    }
    return report;
  });
}

/** Ensures that only one command at a time moves files or deletes copies. Throws StartError. */
export async function withMoveLock<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, application_name: "lattice files", keepAlive: true });
  const { promise: connectionLost, reject } = Promise.withResolvers<never>();
  client.on("error", reject);
  connectionLost.catch(() => {});
  try {
    await client.connect();
    const { rows } = await client.query<{ locked: boolean }>("select pg_try_advisory_lock($1) as locked", [
      ADVISORY_LOCKS.moveFiles,
    ]);
    if (!rows[0]?.locked)
      throw new StartError("Another npm run files command is running on this site. Wait until it finishes.");
    return await Promise.race([connectionLost, work(client)]);
  } finally {
    await client.end().catch(() => {});
  }
}

/**
 * Switches the site to the store, which starts a move or reverses one in the other direction. Does nothing if the site
 * already uses the store, for example when an earlier move is continued. Throws StartError if the tables don't exist
 * yet.
 */
async function beginMove(client: pg.Client, to: StoreName): Promise<void> {
  const { rows } = await client.query("select from pg_class where oid = to_regclass('storage.location')");
  if (rows.length === 0)
    throw new StartError("Start this version of Lattice once, then run the command again.");
  const { store } = await readLocation(client);
  if (store === to) return;
  await client.query("begin");
  try {
    await client.query("truncate storage.moved_files");
    await saveLocation(client, { store: to, previous: store, movedAt: null } satisfies Location);
    await client.query("commit");
  } catch (error) {
    await client.query("rollback").catch(() => {});
    throw error;
  }
}

/** Copies the files that haven't been moved yet to the store `options.to`, and verifies each copy. */
export async function copyAll(client: pg.Client, options: MoveOptions): Promise<MoveReport> {
  const from = options.to === "s3" ? options.stores.disk : options.stores.s3;
  const to = options.stores[options.to];
  const notFoundPaths = new Set<string>();
  const failureReasons = new Map<string, string>();
  let movedCount = 0;
  let bytes = 0;
  let handledCount = 0;
  let consecutiveFailureCount = 0;

  /** Moves a file. Returns whether it is in the new store now. */
  async function moveOne(path: string): Promise<boolean> {
    try {
      const copy = await copyAndVerify(path, from, to);
      consecutiveFailureCount = 0;
      movedCount += copy ? 1 : 0;
      bytes += copy?.size ?? 0;
      if (copy || (await to.has(path))) return true;
      notFoundPaths.add(path);
    } catch (error) {
      consecutiveFailureCount += 1;
      failureReasons.set(path, describeFailure(error));
    }
    return false;
  }

  // Searches again, because a file that was being uploaded when the move began may get its row only later.
  for (let handledInPass = 1; handledInPass > 0 && consecutiveFailureCount < FAILURES_MAX; ) {
    handledInPass = 0;
    const { total, batches } = await listRemaining(client, options.filesSql);
    for await (const batch of batches) {
      const remainingPaths = batch
        .filter((path) => !notFoundPaths.has(path) && !failureReasons.has(path))
        .values();
      const verifiedPaths: string[] = [];
      const work = async () => {
        for (const path of remainingPaths) {
          if (consecutiveFailureCount >= FAILURES_MAX) return;
          if (await moveOne(path)) verifiedPaths.push(path);
          handledInPass += 1;
          handledCount += 1;
          options.onProgress?.({ handledCount, total: Math.max(total, handledCount), bytes });
        }
      };
      await Promise.all(Array.from({ length: CONCURRENCY }, work));
      await client.query(
        "insert into storage.moved_files (path) select unnest($1::text[]) on conflict do nothing",
        [verifiedPaths],
      );
      if (consecutiveFailureCount >= FAILURES_MAX) break;
    }
  }
  const missingPaths = await findReferenced(client, options.filesSql, [...notFoundPaths]);
  return {
    movedCount,
    bytes,
    missingPaths: missingPaths.slice(0, LISTED_MAX),
    missingCount: missingPaths.length,
    failures: [...failureReasons].slice(0, LISTED_MAX).map(([path, reason]) => ({ path, reason })),
    failedCount: failureReasons.size,
    hasStopped: consecutiveFailureCount >= FAILURES_MAX,
  };
}

/**
 * Lists the files that haven't been moved yet. The cursor outlives its transaction, because a long transaction would
 * block vacuum.
 */
async function listRemaining(client: pg.Client, filesSql: string) {
  await client.query("begin");
  await client.query(
    `declare remaining no scroll cursor with hold for select path from (${filesSql}) files (path)
     where not exists (select from storage.moved_files m where m.path = files.path)`,
  );
  const { rows } = await client.query<{ total: number }>(
    `select count(*)::int as total from (${filesSql}) files (path)
     where not exists (select from storage.moved_files m where m.path = files.path)`,
  );
  await client.query("commit");
  async function* fetchBatches(): AsyncGenerator<string[]> {
    try {
      for (;;) {
        const { rows: batch } = await client.query<{ path: string }>(`fetch ${BATCH_SIZE} from remaining`);
        if (batch.length === 0) return;
        yield batch.map(({ path }) => path);
      }
    } finally {
      await client.query("close remaining");
    }
  }
  return { total: rows[0]?.total ?? 0, batches: fetchBatches() };
}

/** Returns the paths that rows still refer to. The other files were deleted during the move. */
async function findReferenced(client: pg.Client, filesSql: string, paths: string[]): Promise<string[]> {
  if (paths.length === 0) return [];
  const { rows } = await client.query<{ path: string }>(
    `select path from (${filesSql}) files (path) where path = any ($1)`,
    [paths],
  );
  return rows.map(({ path }) => path);
}

/** Copies a file and verifies the copy. Returns undefined if the source doesn't exist. */
async function copyAndVerify(path: string, from: FileStore, to: FileStore): Promise<WrittenFile | undefined> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const content = await from.get(path);
      if (!content) return undefined;
      const copy = await to.put(path, content.body, { maxBytes: content.size });
      if (copy.size === content.size && (await computeDigest(path, to)) === copy.sha256) return copy;
      // Otherwise the bad copy would be read instead of the file.
      await to.delete(path);
      throw new Error("the copy differs from the file");
    } catch (error) {
      if (attempt === ATTEMPTS_MAX) throw error;
    }
  }
}

async function computeDigest(path: string, store: FileStore): Promise<string | undefined> {
  const content = await store.get(path);
  if (!content) return undefined;
  const digest = createHash("sha256");
  for await (const chunk of content.body) digest.update(chunk);
  return digest.digest("hex");
}

/** Prefers the cause, which helps the operator more than the message for users. */
function describeFailure(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message : String(cause);
}
