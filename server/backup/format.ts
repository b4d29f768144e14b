import { z } from "zod";

/**
 * A backup is a tar archive, compressed with zstd and optionally encrypted with age, so that standard tools can open
 * it. Its entries, in this order:
 *
 * - HEADER_ENTRY: the version, migrations, tables and sequences of the site (`BackupHeader`);
 * - `tables/<schema>.<table>/<number>`: rows in PostgreSQL's COPY text format, split at arbitrary byte positions;
 * - `files/<path>`: the site's files, with the paths that server/files/paths.ts defines;
 * - CHECKSUMS_ENTRY: the row counts, sizes and checksums to verify (`BackupChecksums`). Without this entry, the
 *   backup is incomplete.
 */
export const FORMAT = 1;
export const HEADER_ENTRY = "backup.json";
export const CHECKSUMS_ENTRY = "checksums.json";
export const TABLES_FOLDER = "tables/";
export const FILES_FOLDER = "files/";

/** Approximate size of a part of a table's rows, in bytes. Each part is buffered in memory. */
export const PART_BYTES = 4 * 1024 * 1024;
/** The maximum size of each of the two JSON entries. */
export const JSON_BYTES_MAX = 16 * 1024 * 1024;

const table = z.object({ schema: z.string(), name: z.string(), columns: z.array(z.string()) });
const sequence = z.object({
  schema: z.string(),
  name: z.string(),
  /** A bigint, as text. */
  value: z.string().regex(/^-?\d+$/),
  isCalled: z.boolean(),
});

const header = z.object({
  format: z.literal(FORMAT),
  /** The program's version. */
  version: z.string(),
  createdAt: z.iso.datetime(),
  /** The migrations applied to the database: their times and hashes, oldest first. */
  migrations: z.array(z.object({ when: z.number(), hash: z.string() })),
  tables: z.array(table),
  sequences: z.array(sequence),
});

const contentSummary = { bytes: z.number(), sha256: z.string() };
const checksums = z.object({
  /** The keys are "schema.table". */
  tables: z.record(z.string(), z.object({ rows: z.number(), ...contentSummary })),
  /** The digest covers each file's path, size and content. */
  files: z.object({ count: z.number(), ...contentSummary }),
  /** Number of files that were already missing when the backup was made. */
  missingFiles: z.number(),
});

export type BackupTable = z.infer<typeof table>;
export type BackupSequence = z.infer<typeof sequence>;
export type BackupHeader = z.infer<typeof header>;
export type BackupChecksums = z.infer<typeof checksums>;

/** Throws an error for invalid text, as does `parseHeader`. */
export const parseChecksums = (text: string): BackupChecksums => checksums.parse(JSON.parse(text));
export const parseHeader = (text: string): BackupHeader => header.parse(JSON.parse(text));

/** Parses the format number, even of formats newer than this one. */
export const parseFormat = (text: string): number =>
  z.object({ format: z.number() }).parse(JSON.parse(text)).format;

export const getTableKey = ({ schema, name }: { schema: string; name: string }): string =>
  `${schema}.${name}`;

/** A skippable zstd frame that marks the end, because Node doesn't notice if the compressed data is cut off. */
export const TRAILER = Buffer.concat([
  Buffer.from([0x5a, 0x2a, 0x4d, 0x18, 4, 0, 0, 0]),
  Buffer.from("done"),
]);

/** Yields the chunks of an entry's content and adds them to its digest. */
export async function* digestChunks(
  content: AsyncIterable<Uint8Array>,
  digest: { update(chunk: Uint8Array): unknown },
) {
  for await (const chunk of content) {
    digest.update(chunk);
    yield chunk;
  }
}
