import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type SQL, sql } from "drizzle-orm";
import pg from "pg";
import type { Topic, Topics } from "./announced-topics.ts";
import type { Log } from "./log.ts";

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
  /**
   * Whether everything announced until now has been heard, so that what is kept in memory may be shown. False while the
   * connection is lost, and where nobody asked within the last seconds: then the next question finds out.
   */
  isCurrent(): boolean;
  /**
   * Waits until no program on the database shows anything from before this call: each has heard what was announced, or
   * its `isCurrent` has turned false. Takes a few milliseconds, three seconds where a program does not answer.
   */
  heardByAll(): Promise<void>;
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
/** How often an idle connection is asked whether it is still there, and how long its answers may take. */
const ALIVE_EVERY_MS = 30_000;
const ANSWER_MS = 5_000;
/** How long a program may show what it keeps after it has last asked its listening connection for anything newer. */
const CURRENT_MS = 3_000;
const RENEW_EVERY_MS = 1_000;
/** A program that shows nothing from memory need not renew that it may. */
const WANTED_MS = 5_000;

/** A program asks all others whether they have heard everything until here; each answers under its own id. */
type Message =
  | { readonly topic: Topic; readonly data: never }
  | { readonly question: string }
  | { readonly answer: string; readonly from: string };

/** `url` is the database's: a connection of its own listens, since one lent by a pool cannot wait. */
export function createAnnouncements({ url, log }: { url: string; log: Log }): Announcements {
  const handlers = new Map<Topic, Set<Heard<never>>>();
  const onGaps = new Set<() => void>();
  let client: pg.Client | undefined;
  let timer: NodeJS.Timeout | undefined;
  let alive: NodeJS.Timeout | undefined;
  let renewing: NodeJS.Timeout | undefined;
  let wait = AGAIN_FIRST_MS;
  let isStopped = true;
  const id = randomUUID();
  /** The connection while it listens. */
  let listening: pg.Client | undefined;
  /** Gives it up, and connects anew. */
  let lose: (() => void) | undefined;
  let connected = Promise.withResolvers<pg.Client>();
  /** By `performance.now()`, like the two below. */
  let currentUntil = 0;
  let wantedUntil = 0;
  let isRenewing = false;
  const questions = new Map<string, (from: string) => void>();
  let asking: Promise<void> = Promise.resolve();
  let waiting: Promise<void> | undefined;

  function run(name: string, handler: () => void): void {
    try {
      handler();
    } catch (error) {
      log.error({ err: error, topic: name }, "an announcement was not taken up");
    }
  }

  function hear(payload: string | undefined): void {
    let message: Message;
    try {
      message = JSON.parse(payload ?? "{}") as Message;
    } catch {
      log.warn("announcements: something else was sent on this channel");
      return;
    }
    if ("question" in message) void send({ answer: message.question, from: id });
    else if ("answer" in message) questions.get(message.answer)?.(message.from);
    else
      for (const handler of handlers.get(message.topic) ?? [])
        run(message.topic, () => handler(message.data));
  }

  async function send(message: Message): Promise<void> {
    await listening?.query("select pg_notify($1, $2)", [CHANNEL, JSON.stringify(message)]).catch(() => {});
  }

  /** An answer of the listening connection comes after everything that was announced before the question. */
  async function renew(): Promise<void> {
    if (!listening || isRenewing) return;
    isRenewing = true;
    const asked = performance.now();
    const asker = listening;
    try {
      await asker.query(
        `insert into public.listening_programs (id, current_until) values ($1, clock_timestamp() + $2 * interval '1 ms')
         on conflict (id) do update set current_until = excluded.current_until`,
        [id, CURRENT_MS],
      );
      if (listening === asker) currentUntil = asked + CURRENT_MS;
    } catch (error) {
      log.warn({ error: String(error) }, "announcements: the connection did not answer");
      // A connection that has gone silent would stay so for minutes.
      if (listening === asker) lose?.();
    } finally {
      isRenewing = false;
    }
  }

  async function askAll(): Promise<void> {
    if (isStopped) return;
    const question = randomUUID();
    const until = new AbortController();
    const heard = async () => {
      const asker = await connected.promise;
      const { rows } = await asker.query<{ id: string; ms: number }>(
        `select id, extract(epoch from current_until - clock_timestamp())::float8 * 1000 as ms
         from public.listening_programs where id <> $1 and current_until > clock_timestamp()`,
        [id],
      );
      if (rows.length === 0 || until.signal.aborted) return;
      const missing = new Set(rows.map((row) => row.id));
      const { promise, resolve } = Promise.withResolvers<void>();
      questions.set(question, (from) => {
        missing.delete(from);
        if (missing.size === 0) resolve();
      });
      await send({ question });
      // Whoever is current after this time has renewed it, and so has heard what was announced before.
      const over = Math.max(...rows.map(({ ms }) => ms));
      await Promise.race([promise, sleep(over, undefined, { signal: until.signal }).catch(() => {})]);
    };
    const longest = sleep(CURRENT_MS, undefined, { signal: until.signal }).catch(() => {});
    await Promise.race([heard().catch(() => longest), longest]);
    until.abort();
    questions.delete(question);
  }

  async function connect(): Promise<void> {
    const opened = new pg.Client({
      connectionString: url,
      application_name: "lattice announcements",
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      // A connection that a router dropped without a word neither answers nor fails.
      query_timeout: ANSWER_MS,
    });
    client = opened;
    let isLost = false;
    const lost = () => {
      if (isLost) return;
      isLost = true;
      if (listening === opened) {
        listening = undefined;
        connected = Promise.withResolvers();
      }
      currentUntil = 0;
      clearInterval(alive);
      clearInterval(renewing);
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
      await opened.query(
        "delete from public.listening_programs where current_until < clock_timestamp() - interval '1 minute'",
      );
    } catch (error) {
      if (!isStopped) log.warn({ error: String(error) }, "announcements: the database did not answer");
      lost();
      return;
    }
    wait = AGAIN_FIRST_MS;
    alive = setInterval(() => void opened.query("select 1").catch(lost), ALIVE_EVERY_MS);
    alive.unref();
    renewing = setInterval(() => performance.now() < wantedUntil && void renew(), RENEW_EVERY_MS);
    renewing.unref();
    listening = opened;
    lose = lost;
    connected.resolve(opened);
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
    isCurrent() {
      const now = performance.now();
      wantedUntil = now + WANTED_MS;
      if (now < currentUntil) return true;
      void renew();
      return false;
    },
    heardByAll() {
      // One question is enough for all who came while the last was under way.
      waiting ??= asking.then(() => {
        waiting = undefined;
        asking = askAll();
        return asking;
      });
      return waiting;
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
      clearInterval(renewing);
      currentUntil = 0;
      await listening?.query("delete from public.listening_programs where id = $1", [id]).catch(() => {});
      listening = undefined;
      connected = Promise.withResolvers();
      const closing = client;
      client = undefined;
      await closing?.end().catch(() => {});
    },
  };
}
