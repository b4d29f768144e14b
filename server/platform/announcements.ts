import { type SQL, sql } from "drizzle-orm";
import pg from "pg";
import type { Log } from "./log.ts";

/**
 * What programs on one database tell each other at once. Each is an id or a small figure, never a text: whoever hears
 * it reads the rows himself, so nothing private is told and nothing long.
 */
export interface Topics {
  /** Settings of the site were saved. */
  readonly settings: Record<string, never>;
  /**
   * Posts or comments were made (`made`) or changed, their figures too. `ids` is null where it were too many to name.
   * Told by the tables themselves (migration 0022), whoever changes them.
   */
  readonly forum: {
    readonly of: "posts" | "comments";
    readonly made: boolean;
    readonly ids: readonly string[] | null;
  };
  /**
   * Sessions have ended, or what members may do has changed: what is theirs is not to be carried to them any more
   * before they were asked for anew. Null where it were too many to name. Told by the tables themselves.
   */
  readonly access: {
    readonly of: "sessions" | "members";
    readonly ids: readonly string[] | null;
  };
  /**
   * What a member is told is other than before. Two who tell at once do not see each other's: whoever shows the count
   * of the unread reads it anew (`app.notifications.countUnread`).
   */
  readonly notification: { readonly memberId: string };
}

export type Topic = keyof Topics;

type Heard<T extends Topic> = (data: Topics[T]) => void;

/** Anything that runs a statement; within a transaction an announcement goes out with its commit, or not at all. */
interface Runner {
  execute(statement: SQL): Promise<unknown>;
}

/** Announcements over PostgreSQL's LISTEN and NOTIFY; the program that announces hears itself too. */
export interface Announcements {
  /** One statement. `data` must stay under 7,900 bytes as JSON: the database refuses more. */
  announce<T extends Topic>(runner: Runner, topic: T, data: Topics[T]): Promise<void>;
  /** Handlers must not throw; what they do later is theirs. Returns what ends it. */
  on<T extends Topic>(topic: T, handler: Heard<T>): () => void;
  /** After every connection that was lost and made again, and after the first: something may have been missed. */
  onGap(handler: () => void): () => void;
  /** Begins to listen, without being waited for: an absent database is tried again. */
  start(): void;
  stop(): Promise<void>;
}

const CHANNEL = "lattice";

/** The same as a part of a caller's statement, which announces once for each row that it selects; `data` makes its jsonb. */
export function announcing(topic: Topic, data: SQL): SQL {
  return sql`pg_notify(${CHANNEL}, jsonb_build_object('topic', ${topic}::text, 'data', ${data})::text)`;
}

const AGAIN_FIRST_MS = 250;
const AGAIN_MOST_MS = 5_000;
/** A connection that a router dropped without a word is found out by this. */
const ALIVE_EVERY_MS = 30_000;

/** `url` is the database's: a connection of its own listens, since one lent by a pool cannot wait. */
export function createAnnouncements({ url, log }: { url: string; log: Log }): Announcements {
  const handlers = new Map<Topic, Set<Heard<never>>>();
  const onGaps = new Set<() => void>();
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let alive: NodeJS.Timeout | undefined;
  let wait = AGAIN_FIRST_MS;
  let isStopped = true;

  function run(name: string, handler: () => void): void {
    try {
      handler();
    } catch (error) {
      log.error({ err: error, topic: name }, "an announcement was not taken up");
    }
  }

  function hear(payload: string | undefined): void {
    const { topic, data } = JSON.parse(payload ?? "{}") as { topic: Topic; data: never };
    for (const handler of handlers.get(topic) ?? []) run(topic, () => handler(data));
  }

  async function connect(): Promise<void> {
    const opened = new pg.Client({
      connectionString: url,
      application_name: "lattice announcements",
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
    });
    client = opened;
    let isLost = false;
    const lost = () => {
      if (isLost) return;
      isLost = true;
      clearInterval(alive);
      opened.end().catch(() => {});
      if (isStopped || client !== opened) return;
      timer = setTimeout(() => void connect(), wait * (0.75 + Math.random() / 2));
      wait = Math.min(wait * 2, AGAIN_MOST_MS);
    };
    opened.on("error", lost);
    opened.on("end", lost);
    opened.on("notification", ({ payload }) => hear(payload));
    try {
      await opened.connect();
      await opened.query(`listen ${CHANNEL}`);
    } catch (error) {
      if (!isStopped) log.warn({ error: String(error) }, "announcements: the database did not answer");
      lost();
      return;
    }
    wait = AGAIN_FIRST_MS;
    alive = setInterval(() => void opened.query("select 1").catch(lost), ALIVE_EVERY_MS);
    alive.unref();
    for (const handler of onGaps) run("gap", handler);
  }

  return {
    async announce(runner, topic, data) {
      await runner.execute(sql`select pg_notify(${CHANNEL}, ${JSON.stringify({ topic, data })})`);
    },
    on(topic, handler) {
      const known = handlers.get(topic) ?? new Set();
      handlers.set(topic, known.add(handler));
      return () => void known.delete(handler);
    },
    onGap(handler) {
      onGaps.add(handler);
      return () => void onGaps.delete(handler);
    },
    start() {
      if (!isStopped) return;
      isStopped = false;
      void connect();
    },
    async stop() {
      isStopped = true;
      clearTimeout(timer);
      clearInterval(alive);
      const closing = client;
      client = undefined;
      await closing?.end().catch(() => {});
    },
  };
}
