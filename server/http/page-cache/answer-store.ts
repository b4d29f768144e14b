import { LRUCache } from "lru-cache";
import type { Announcements } from "#server/platform/announcements.ts";
import type { Clock } from "#server/platform/clock.ts";
import type { Source, Sources } from "#server/platform/request-scope.ts";
import type { Mount } from "../mounts.ts";

/** A whole answer as it goes over the wire. */
export interface StoredAnswer {
  /** Under which the metrics count it. */
  readonly mount: Mount["name"];
  /** With everything but what differs from request to request. */
  readonly headers: Readonly<Record<string, string>>;
  readonly etag: string;
  readonly body: Uint8Array<ArrayBuffer>;
}

/** An answer that is being made, to be stored unless something that it shows changes meanwhile. */
export interface Making {
  /** What others who ask for the same wait for; null: it may not be shared after all, and each makes their own. */
  readonly shared: Promise<StoredAnswer | null>;
  finish(answer: StoredAnswer | null, sources: Sources): void;
}

/** What was heard while an answer was being made: which of it matters is known once it is done. */
interface Heard {
  readonly changed: Set<Source>;
  readonly figures: Set<Source>;
  isCleared: boolean;
}

export interface AnswerStore {
  find(key: string): StoredAnswer | undefined;
  /** The answer under way for this key, unless what it may show has changed since it was begun. */
  findMaking(key: string): Making | undefined;
  make(key: string): Making;
  readonly counts: {
    readonly hits: number;
    readonly misses: number;
    readonly invalidations: number;
    readonly bytes: number;
  };
}

interface Entry {
  readonly answer: StoredAnswer;
  readonly sources: ReadonlySet<Source>;
  /** Milliseconds since 1970. */
  validUntil: number;
}

const BYTES_MOST = 16 * 1024 * 1024;
/** What an entry costs beside its body and its key, and for each source; measured on a full store. */
const ENTRY_BYTES = 4_000;
const SOURCE_BYTES = 160;
/** Votes, views and ranks may be shown so late. */
const FIGURES_LATE_MS = 1_000;

/**
 * Answers that every visitor may be given, kept in this program's memory. What one was made from is known, and the
 * database's announcements drop it; while those cannot be heard nothing is given out.
 */
export function createAnswerStore({
  announcements,
  clock,
}: {
  readonly announcements: Pick<Announcements, "on" | "onGap" | "isCurrent">;
  readonly clock: Clock;
}): AnswerStore {
  let hits = 0;
  let misses = 0;
  let invalidations = 0;
  const bySource = new Map<Source, Set<string>>();
  const entries = new LRUCache<string, Entry>({
    maxSize: BYTES_MOST,
    maxEntrySize: BYTES_MOST / 4,
    sizeCalculation: ({ answer, sources }, key) =>
      answer.body.byteLength + key.length + ENTRY_BYTES + sources.size * SOURCE_BYTES,
    dispose(entry, key) {
      for (const source of entry.sources) {
        const keys = bySource.get(source);
        keys?.delete(key);
        if (keys?.size === 0) bySource.delete(source);
      }
    },
  });
  const makings = new Map<string, { readonly making: Making; readonly heard: Heard }>();
  const underWay = new Set<Heard>();

  function store(key: string, entry: Entry): void {
    entries.set(key, entry);
    // What is larger than an entry may be has not been stored.
    if (entries.peek(key) !== entry) return;
    for (const source of entry.sources) {
      const keys = bySource.get(source) ?? new Set();
      bySource.set(source, keys.add(key));
    }
  }

  function drop(sources: readonly Source[]): void {
    for (const source of sources) {
      for (const key of [...(bySource.get(source) ?? [])]) {
        entries.delete(key);
        invalidations += 1;
      }
    }
    for (const { changed } of underWay) for (const source of sources) changed.add(source);
  }

  function age(sources: readonly Source[]): void {
    const until = clock.now().getTime() + FIGURES_LATE_MS;
    for (const source of sources) {
      for (const key of bySource.get(source) ?? []) {
        const entry = entries.peek(key);
        if (entry && entry.validUntil > until) {
          entry.validUntil = until;
          invalidations += 1;
        }
      }
    }
    for (const { figures } of underWay) for (const source of sources) figures.add(source);
  }

  function clear(): void {
    invalidations += entries.size;
    entries.clear();
    bySource.clear();
    for (const heard of underWay) heard.isCleared = true;
  }

  announcements.onGap(clear);
  announcements.on("settings", clear);
  announcements.on("forum", ({ of, figuresOnly, ids, postIds }) => {
    if (ids === null || postIds === null) return clear();
    const posts = of === "posts" ? ids : (postIds ?? []);
    const sources: Source[] = [of, ...posts.map((id) => `post:${id}` as const)];
    if (figuresOnly) age(sources);
    else drop(sources);
  });
  announcements.on("members", ({ figuresOnly, ids, usernames }) => {
    if (ids === null || usernames === null) return clear();
    const sources: Source[] = [
      ...ids.map((id) => `member:${id}` as const),
      ...usernames.map((name) => `username:${name}` as const),
    ];
    if (figuresOnly) age(sources);
    else drop(sources);
  });
  announcements.on("access", ({ of, ids }) => {
    if (of !== "members") return;
    if (ids === null) clear();
    else drop(ids.map((id) => `member:${id}` as const));
  });
  announcements.on("news", ({ figuresOnly }) => (figuresOnly ? age(["news"]) : drop(["news"])));

  return {
    find(key) {
      const entry = entries.get(key);
      if (!entry || !announcements.isCurrent()) return undefined;
      if (entry.validUntil <= clock.now().getTime()) {
        entries.delete(key);
        return undefined;
      }
      hits += 1;
      return entry.answer;
    },
    findMaking(key) {
      const found = makings.get(key);
      // What it shows is not known before it is done: after any change it may have been read too early for this one.
      if (!found || found.heard.isCleared || found.heard.changed.size > 0) return undefined;
      return announcements.isCurrent() ? found.making : undefined;
    },
    make(key) {
      // To ask is what keeps the program current while answers are being made.
      announcements.isCurrent();
      const { promise, resolve } = Promise.withResolvers<StoredAnswer | null>();
      const heard: Heard = { changed: new Set(), figures: new Set(), isCleared: false };
      const making: Making = {
        shared: promise,
        finish(answer, { read, validUntil }) {
          underWay.delete(heard);
          if (makings.get(key)?.making === making) makings.delete(key);
          resolve(answer);
          if (answer) misses += 1;
          const sources = [...read];
          if (!answer || heard.isCleared || sources.some((source) => heard.changed.has(source))) return;
          const lateUntil = sources.some((source) => heard.figures.has(source))
            ? clock.now().getTime() + FIGURES_LATE_MS
            : Number.POSITIVE_INFINITY;
          store(key, { answer, sources: new Set(read), validUntil: Math.min(validUntil, lateUntil) });
        },
      };
      makings.set(key, { making, heard });
      underWay.add(heard);
      return making;
    },
    get counts() {
      return { hits, misses, invalidations, bytes: entries.calculatedSize };
    },
  };
}
