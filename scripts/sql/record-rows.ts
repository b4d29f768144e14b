import { appendFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { PgDialect } from "drizzle-orm/pg-core";
import pg from "pg";

/** A Vitest setup file for check-row-types.ts. Does nothing unless ROW_RECORDS is set. */

/** What the values of a column, a JSON property or an array's items looked like. */
export interface Shape {
  /** The values' types, including "null", "array", "object", "Date" and "Buffer". */
  readonly kinds: string[];
  /** The distinct values that are short strings. */
  readonly texts: string[];
  readonly properties: Record<string, Shape>;
  items?: Shape;
}

export interface RecordedColumn extends Shape {
  readonly name: string;
  /** The OID of the column's PostgreSQL type. */
  readonly type: number;
}

export interface RecordedStatement {
  /** `path:line` of the call that runs it. */
  readonly site: string;
  readonly columns: readonly RecordedColumn[];
}

const ROOT = join(import.meta.dirname, "../..");
const MAX_TEXTS = 40;
const MAX_PROPERTIES = 60;
const MAX_SITES = 4;

const createShape = (): Shape => ({ kinds: [], texts: [], properties: {} });

function describeKind(value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (typeof value !== "object") return typeof value;
  if (value instanceof Date) return "Date";
  if (Buffer.isBuffer(value)) return "Buffer";
  return Array.isArray(value) ? "array" : "object";
}

function addOnce(list: string[], text: string): void {
  if (!list.includes(text)) list.push(text);
}

function widen(shape: Shape, value: unknown): void {
  const kind = describeKind(value);
  addOnce(shape.kinds, kind);
  if (typeof value === "string" && value.length <= 30 && shape.texts.length < MAX_TEXTS)
    addOnce(shape.texts, value);
  if (kind === "array")
    for (const item of value as unknown[]) {
      shape.items ??= createShape();
      widen(shape.items, item);
    }
  if (kind === "object")
    for (const [name, property] of Object.entries(value as object)) {
      if (!Object.hasOwn(shape.properties, name) && Object.keys(shape.properties).length >= MAX_PROPERTIES)
        continue;
      shape.properties[name] ??= createShape();
      widen(shape.properties[name], property);
    }
}

/** Call sites by their position in the running code, cached because mapping a position to the source is slow. */
const mappedSites = new Map<string, string | undefined>();

/** Finds the innermost line outside the data layer: `path:line`, or undefined for other libraries' statements. */
function findSite(): string | undefined {
  const position = captureStack((_, frames) => {
    const frame = frames.find((candidate) => isSite(toPath(candidate.getFileName())));
    return frame && `${frame.getFileName()}:${frame.getLineNumber()}:${frame.getColumnNumber()}`;
  });
  if (!position) return undefined;
  if (!mappedSites.has(position)) mappedSites.set(position, findMappedSite());
  return mappedSites.get(position);
}

function findMappedSite(): string | undefined {
  for (const line of String(captureStack()).split("\n").slice(1)) {
    const match = /(?:file:\/\/)?(\/[^():]+):(\d+):\d+\)?$/.exec(line.trim());
    const [, file = "", number = ""] = match ?? [];
    const path = toPath(file);
    if (isSite(path)) return `${path}:${number}`;
  }
  return undefined;
}

/** Returns the stack, formatted by `prepare` or as usual. */
function captureStack(prepare = Error.prepareStackTrace): string | undefined {
  const { prepareStackTrace, stackTraceLimit } = Error;
  Error.stackTraceLimit = 30;
  Error.prepareStackTrace = prepare;
  const { stack } = new Error();
  Error.prepareStackTrace = prepareStackTrace;
  Error.stackTraceLimit = stackTraceLimit;
  return stack;
}

/** Returns a file's path in the project's folder, or an empty string if the file isn't one of ours. */
function toPath(file: string | null): string {
  const path = file?.replace(/^file:\/\//, "") ?? "";
  return path.startsWith(`${ROOT}/`) && !path.includes("/node_modules/") ? path.slice(ROOT.length + 1) : "";
}

const isSite = (path: string) =>
  path !== "" && !/^(scripts\/sql\/record-rows|server\/database\/(client|execute-named))/.test(path);

function record(folder: string): void {
  const sites = new Map<string, Set<string>>();
  /** Texts of statements that Drizzle built. When the driver gets them, the stack no longer shows who built them. */
  const builtTexts = new Set<string>();
  const columns = new Map<string, RecordedColumn[]>();

  /** Adds the current line to those that run this statement. Several lines may run the same statement. */
  function addSite(text: string): void {
    const statementSites = sites.get(text) ?? new Set();
    sites.set(text, statementSites);
    if (statementSites.size >= MAX_SITES) return;
    const site = findSite();
    if (site) statementSites.add(site);
  }

  const { sqlToQuery } = PgDialect.prototype;
  PgDialect.prototype.sqlToQuery = function (...parameters) {
    const query = sqlToQuery.apply(this, parameters);
    builtTexts.add(query.sql);
    addSite(query.sql);
    return query;
  };

  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...parameters: unknown[]) {
    const [statement] = parameters;
    const text = typeof statement === "string" ? statement : (statement as { text?: string } | null)?.text;
    if (text && !builtTexts.has(text)) addSite(text);
    const result = (query as (...all: unknown[]) => unknown).apply(this, parameters);
    if (text && result instanceof Promise)
      result.then(
        (queryResult: pg.QueryResult) => {
          if (!Array.isArray(queryResult.fields) || queryResult.fields.length === 0) return;
          let recordedColumns = columns.get(text);
          if (!recordedColumns) {
            recordedColumns = queryResult.fields.map(({ name, dataTypeID }) => ({
              ...createShape(),
              name,
              type: dataTypeID,
            }));
            columns.set(text, recordedColumns);
          }
          for (const row of queryResult.rows.slice(0, 50))
            for (const [index, column] of recordedColumns.entries())
              widen(column, Array.isArray(row) ? row[index] : (row as Record<string, unknown>)[column.name]);
        },
        () => {},
      );
    return result;
  } as typeof query;

  process.on("exit", () => {
    mkdirSync(folder, { recursive: true });
    const lines = [...columns].flatMap(([text, recordedColumns]) =>
      [...(sites.get(text) ?? [])].map((site) => `${JSON.stringify({ site, columns: recordedColumns })}\n`),
    );
    appendFileSync(join(folder, `${process.pid}.jsonl`), lines.join(""));
  });
}

const globals = globalThis as { isRecordingRows?: true };
const folder = process.env.ROW_RECORDS;
if (folder && !globals.isRecordingRows) {
  globals.isRecordingRows = true;
  record(folder);
}
