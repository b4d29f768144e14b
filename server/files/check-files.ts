import type pg from "pg";
import { StorageError } from "#core/storage/storage-errors.ts";
import type { Log } from "#server/platform/log.ts";
import { StartError } from "#server/platform/start-error.ts";
import { ensureLocation, type Location } from "./location.ts";
import { S3Failure, type S3Settings } from "./s3-client.ts";
import { createS3Store, type S3Store } from "./s3-store.ts";

const SAMPLE_COUNT = 3;

/**
 * Checks the site's files at startup. Throws StartError for wrong settings. An outage of S3 is only logged, because
 * pages work without files.
 */
export async function checkFiles(
  database: Pick<pg.Pool, "query">,
  { s3, filesSql, log }: { s3: S3Settings | null; filesSql: string; log: Log },
): Promise<void> {
  const location = await ensureLocation(database, s3 !== null);
  requireSettings(location, s3);
  if (!s3) return;
  const { store, previous } = location;
  const s3Store = createS3Store(s3, log);
  try {
    await requireBucket(s3Store, s3);
    if (store === "s3" && previous === null) await requireSiteFiles(database, s3Store, s3, filesSql);
  } catch (error) {
    const failure = error instanceof StorageError ? error.cause : error;
    // Wrong settings, an unavailable database or a bug: S3 isn't at fault.
    if (!(failure instanceof S3Failure)) throw error;
    log.error(
      { reason: failure.message },
      "a request to S3 failed; files can't be loaded from S3 or stored there until it works again",
    );
  }
  if (store === "disk" && previous === null)
    log.warn("S3 is configured, but the files are on the disk; to move them: npm run files -- move --to s3");
}

/** Throws StartError if the site's files may be on S3, but the settings don't say where. */
export function requireSettings({ store, previous }: Location, s3: S3Settings | null): void {
  if (s3 || (store === "disk" && previous === null)) return;
  throw new StartError(
    store === "s3"
      ? "The files of this site are on S3. Set S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY and S3_SECRET_KEY."
      : "Some files of this site may still be on S3. Keep the S3 settings until you have deleted the files there: npm run files -- delete-copies",
  );
}

/** Throws StartError if the settings are wrong or S3 is unavailable. Used by commands, which need S3 right away. */
export async function requireReachableBucket(s3Store: Pick<S3Store, "check">, settings: S3Settings) {
  try {
    await requireBucket(s3Store, settings);
  } catch (error) {
    if (!(error instanceof S3Failure)) throw error;
    throw new StartError(`The request to S3 at ${settings.endpoint} failed: ${error.message}`, {
      cause: error,
    });
  }
}

/** Throws StartError if the settings are wrong, or S3Failure if S3 is unavailable. */
async function requireBucket(s3Store: Pick<S3Store, "check">, settings: S3Settings): Promise<void> {
  try {
    await s3Store.check();
  } catch (error) {
    if (!(error instanceof S3Failure)) throw error;
    const message = explainFailure(error, settings);
    throw message === null ? error : new StartError(message, { cause: error });
  }
}

async function requireSiteFiles(
  database: Pick<pg.Pool, "query">,
  s3Store: S3Store,
  { bucket, prefix, endpoint }: S3Settings,
  filesSql: string,
): Promise<void> {
  const { rows } = await database.query<{ path: string }>(
    `select path from (${filesSql}) files (path) limit ${SAMPLE_COUNT}`,
  );
  for (const { path } of rows) if (await s3Store.has(path)) return;
  if (rows.length > 0)
    throw new StartError(
      `The bucket ${bucket} at ${endpoint} doesn't contain the files of this site. ` +
        `Check S3_ENDPOINT, S3_BUCKET and S3_PREFIX${prefix === "" ? "" : ` (${prefix.slice(0, -1)})`}.`,
    );
}

/** Returns a message that says what to correct; null if S3 is merely unavailable. */
function explainFailure({ code, status, message }: S3Failure, settings: S3Settings): string | null {
  const { bucket, endpoint, region } = settings;
  switch (code) {
    case "NoSuchBucket":
      return `There is no bucket ${bucket} at ${endpoint}. Create it, or correct S3_BUCKET.`;
    case "InvalidAccessKeyId":
      return `${endpoint} doesn't recognize the access key. Check S3_ACCESS_KEY.`;
    case "SignatureDoesNotMatch":
      return `${endpoint} refused the signature. Check S3_SECRET_KEY and S3_REGION.`;
    case "AuthorizationHeaderMalformed":
    case "PermanentRedirect":
      return `The bucket ${bucket} isn't in the region ${region}. Check S3_REGION and S3_ENDPOINT.`;
    case "RequestTimeTooSkewed":
      return `This machine's clock differs from that of ${endpoint}. Set it to the right time: each request's signature includes the time.`;
    case "AccessDenied":
      return `The access key isn't allowed to list the bucket ${bucket}. It needs permission to list, read, write and delete.`;
    default:
      if (status === null || status >= 500 || status === 429 || status === 408) return null;
      // For example, a website at this URL.
      if (status < 300) return `The response from ${endpoint} isn't in S3's format. Check S3_ENDPOINT.`;
      return `S3 at ${endpoint} refused the request: ${message}. Check the S3 settings.`;
  }
}
