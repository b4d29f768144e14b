import { randomUUID } from "node:crypto";
import { type SQL, sql } from "drizzle-orm";
import pg from "pg";
import { type PublishedTopic, parseTopicData, type Topic, type Topics } from "./announcement-topics.ts";
import type { Log } from "./log.ts";
import { type LogPosition, readLogPosition } from "./log-position.ts";

type Handler<T extends Topic> = (data: Topics[T]) => void;

/** Anything that runs a statement. Within a transaction, the announcement is sent on commit. */
interface Runner {
  execute(statement: SQL): Promise<unknown>;
}

export type Announcements = ReturnType<typeof createAnnouncements>;

const CHANNEL = "lattice";

/** Builds an SQL expression that publishes an announcement per selected row. `data` is an expression of type jsonb. */
export function buildPublishSql(topic: Topic, data: SQL): SQL {
  return sql`pg_notify(${CHANNEL}, jsonb_build_object('topic', ${topic}::text, 'data', ${data})::text)`;
}

const FIRST_RETRY_DELAY_MS = 250;
const RETRY_DELAY_MAX_MS = 5_000;
/** How often the listening connection is pinged. */
const PING_INTERVAL_MS = 30_000;
/** The timeout of queries on the listening connection. */
const QUERY_TIMEOUT_MS = 5_000;
/** How long a process may serve cached data after it last checked its listening connection for new messages. */
const CURRENT_FOR_MS = 3_000;
const RENEW_INTERVAL_MS = 1_000;
/** A process stops calling `renew` if `isCurrent` isn't called for this long. */
const NEEDED_FOR_MS = 5_000;

/** A process asks the others whether they have received everything so far; each answers with its own ID. */
type Message =
  | { readonly topic: Topic; readonly data: Readonly<Record<string, unknown>> }
  | { readonly question: string }
  | { readonly answer: string; readonly from: string };

/**
 * Publishes and subscribes over PostgreSQL's LISTEN and NOTIFY. The publisher receives its own messages too. Needs the
 * database's URL, because LISTEN requires a connection of its own.
 */
export function createAnnouncements({ url, log }: { url: string; log: Log }) {
  const handlers = new Map<Topic, Set<Handler<never>>>();
  const gapHandlers = new Set<() => void>();
  let client: pg.Client | undefined;
  let retryTimer: NodeJS.Timeout | undefined;
  let pingTimer: NodeJS.Timeout | undefined;
  let renewTimer: NodeJS.Timeout | undefined;
  let retryDelayMs = FIRST_RETRY_DELAY_MS;
  let isStopped = true;
  const id = randomUUID();
  /** The connection, while it is listening. */
  let listeningClient: pg.Client | undefined;
  let disconnect: (() => void) | undefined;
  let connectedClient = Promise.withResolvers<pg.Client>();
  /** In `performance.now()` time. */
  let currentUntil = 0;
  let neededUntil = 0;
  let isRenewing = false;
  /** Handlers by question, called with the ID of each process that answers. */
  const answerHandlers = new Map<string, (processId: string) => void>();
  let lastCheck: Promise<void> = Promise.resolve();
  let nextCheck: Promise<void> | undefined;

  function run(topic: string, handler: () => void): void {
    try {
      handler();
    } catch (error) {
      log.error({ err: error, topic }, "an announcement handler failed");
    }
  }

  function receive(payload: string | undefined): void {
    let message: Message;
    try {
      message = JSON.parse(payload ?? "{}") as Message;
    } catch {
      log.warn("announcements: received a message that is not JSON");
      return;
    }
    if ("question" in message) void send({ answer: message.question, from: id });
    else if ("answer" in message) answerHandlers.get(message.answer)?.(message.from);
    else {
      const data = parseTopicData(message.data) as never;
      for (const handler of handlers.get(message.topic) ?? []) run(message.topic, () => handler(data));
    }
  }

  async function send(message: Message): Promise<void> {
    await listeningClient
      ?.query("select pg_notify($1, $2)", [CHANNEL, JSON.stringify(message)])
      .catch(() => {});
  }

  /** Extends `currentUntil`: messages arrive in order, so all earlier ones have arrived when the query succeeds. */
  async function renew(): Promise<void> {
    if (!listeningClient || isRenewing) return;
    isRenewing = true;
    const requestedAt = performance.now();
    const connection = listeningClient;
    try {
      await connection.query(
        `insert into public.listening_processes (id, current_until) values ($1, clock_timestamp() + $2 * interval '1 ms')
         on conflict (id) do update set current_until = excluded.current_until`,
        [id, CURRENT_FOR_MS],
      );
      if (listeningClient === connection) currentUntil = requestedAt + CURRENT_FOR_MS;
    } catch (error) {
      log.warn({ error: String(error) }, "announcements: the connection did not respond");
      // Otherwise, a silent connection would go unnoticed until the next ping.
      if (listeningClient === connection) disconnect?.();
    } finally {
      isRenewing = false;
    }
  }

  async function checkAllProcesses(): Promise<void> {
    if (isStopped) return;
    const question = randomUUID();
    const awaitedIds = new Set<string>();
    const { promise: ended, resolve: end } = Promise.withResolvers<void>();
    // Uses timers instead of abort signals, because this runs for nearly every write.
    const timers = [setTimeout(end, CURRENT_FOR_MS)];
    answerHandlers.set(question, (processId) => {
      awaitedIds.delete(processId);
      if (awaitedIds.size === 0) end();
    });
    const ask = async () => {
      const connection = await connectedClient.promise;
      const { rows } = await connection.query<{ id: string; ms: number }>({
        name: "find-listening-processes",
        text: `select id, extract(epoch from current_until - clock_timestamp())::float8 * 1000 as ms
          from public.listening_processes where id <> $1 and current_until > clock_timestamp()`,
        values: [id],
      });
      if (rows.length === 0) return end();
      if (!answerHandlers.has(question)) return;
      for (const row of rows) awaitedIds.add(row.id);
      // A process that is still current after this time has run `renew` since, so it has received everything.
      timers.push(setTimeout(end, Math.max(...rows.map(({ ms }) => ms))));
      await send({ question });
    };
    // Without a connection, the wait ends once no process is current.
    ask().catch(() => {});
    await ended;
    for (const timer of timers) clearTimeout(timer);
    answerHandlers.delete(question);
  }

  async function connect(): Promise<void> {
    const newClient = new pg.Client({
      connectionString: url,
      application_name: "lattice announcements",
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      // A connection dropped silently by a router neither answers nor fails.
      query_timeout: QUERY_TIMEOUT_MS,
      pipeline: true,
    });
    client = newClient;
    let isLost = false;
    const onLost = () => {
      if (isLost) return;
      isLost = true;
      if (listeningClient === newClient) {
        listeningClient = undefined;
        connectedClient = Promise.withResolvers();
      }
      currentUntil = 0;
      clearInterval(pingTimer);
      clearInterval(renewTimer);
      newClient.end().catch(() => {});
      if (isStopped || client !== newClient) return;
      retryTimer = setTimeout(() => void connect(), retryDelayMs * (0.75 + Math.random() / 2));
      retryDelayMs = Math.min(retryDelayMs * 2, RETRY_DELAY_MAX_MS);
    };
    newClient.on("error", onLost);
    newClient.on("end", onLost);
    newClient.on("notification", ({ payload }) => receive(payload));
    try {
      await newClient.connect();
      await newClient.query(`listen ${CHANNEL}`);
      await newClient.query(
        "delete from public.listening_processes where current_until < clock_timestamp() - interval '1 minute'",
      );
    } catch (error) {
      if (!isStopped) log.warn({ error: String(error) }, "announcements: could not connect to the database");
      onLost();
      return;
    }
    retryDelayMs = FIRST_RETRY_DELAY_MS;
    pingTimer = setInterval(() => void newClient.query("select 1").catch(onLost), PING_INTERVAL_MS);
    pingTimer.unref();
    renewTimer = setInterval(() => performance.now() < neededUntil && void renew(), RENEW_INTERVAL_MS);
    renewTimer.unref();
    listeningClient = newClient;
    disconnect = onLost;
    connectedClient.resolve(newClient);
    for (const handler of gapHandlers) run("gap", handler);
  }

  return {
    /** Runs one statement. `data` must be less than 7,900 bytes of JSON, because NOTIFY's limit is 8,000. */
    async publish<T extends PublishedTopic>(runner: Runner, topic: T, data: Topics[T]): Promise<void> {
      await runner.execute(sql`select pg_notify(${CHANNEL}, ${JSON.stringify({ topic, data })})`);
    },
    /** Errors that a handler throws are only logged. Returns a function that unsubscribes. */
    on<T extends Topic>(topic: T, handler: Handler<T>): () => void {
      const topicHandlers = handlers.get(topic) ?? new Set();
      handlers.set(topic, topicHandlers.add(handler));
      return () => void topicHandlers.delete(handler);
    },
    /** The handler is called after each connect, because messages may have been missed. */
    onGap(handler: () => void): () => void {
      gapHandlers.add(handler);
      return () => void gapHandlers.delete(handler);
    },
    /**
     * Whether everything published so far has been received, so that cached data may be served. False while the
     * connection is lost, and on the first call after several seconds without calls, which starts a renewal.
     */
    isCurrent(): boolean {
      const now = performance.now();
      neededUntil = now + NEEDED_FOR_MS;
      if (now < currentUntil) return true;
      void renew();
      return false;
    },
    /**
     * Resolves when no process serves data from before this call: after a few milliseconds, or after three seconds if a
     * process doesn't answer.
     */
    waitForDelivery(): Promise<void> {
      // Calls made while a question is pending share the next one.
      nextCheck ??= lastCheck.then(() => {
        nextCheck = undefined;
        lastCheck = checkAllProcesses();
        return lastCheck;
      });
      return nextCheck;
    },
    /** Reads a log position that includes all changes received before this call. Rejects if the connection is lost. */
    async readPosition(): Promise<LogPosition> {
      if (!listeningClient) throw new Error("The connection is lost.");
      return readLogPosition(listeningClient);
    },
    /** Retries in the background while the database is unavailable. */
    start(): void {
      if (!isStopped) return;
      isStopped = false;
      void connect();
    },
    async stop(): Promise<void> {
      isStopped = true;
      clearTimeout(retryTimer);
      clearInterval(pingTimer);
      clearInterval(renewTimer);
      currentUntil = 0;
      await listeningClient
        ?.query("delete from public.listening_processes where id = $1", [id])
        .catch(() => {});
      listeningClient = undefined;
      connectedClient = Promise.withResolvers();
      const openClient = client;
      client = undefined;
      await openClient?.end().catch(() => {});
    },
  };
}
