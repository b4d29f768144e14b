/**
 * What open pages are told at once: the stream at /live. Owns `live_programs` and `live_salt`. It hears what the tables
 * announce, reads each change once for all of this program's streams, and tells ids, kinds and figures that every visitor
 * may read; a member's own go to his own streams alone. It also knows who is here (`public.count_online`).
 */
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import type { LiveEvent } from "#core/live/events.ts";
import { addressGroup, clientAddress } from "#server/platform/client-address.ts";
import { isRobot } from "#server/platform/is-robot.ts";
import type { PageVisit } from "#server/platform/page-visit.ts";
import type { LiveDeps } from "./deps.ts";
import { createEventLog } from "./event-log.ts";
import { gatherChanges } from "./gather-changes.ts";
import { createPresence } from "./presence.ts";
import { createStreams } from "./streams.ts";

type LiveContext = Context<{ Bindings: HttpBindings }>;

export interface Live {
  /** Answers GET /live. */
  open(c: Context): Promise<Response>;
  /** Notes that a page was asked for, so that who has no stream counts as here as well. */
  noteRequest(visit: PageVisit): void;
  /** How many streams this program holds open. */
  readonly streams: number;
  /** Begins to count who is here. */
  start(): void;
  /** Ends every stream at once and opens no more. */
  close(): Promise<void>;
}

/** What is kept for streams that come back, in posts and comments. */
const ROWS_KEPT = 5_000;
/** More than this is not told one by one to a stream that comes back. Characters. */
const MISSED_MOST = 64 * 1024;
/** What two programs may differ by in the time: so much is told twice rather than not at all. */
const OVERLAP_MS = 3_000;
/** Proxies give up on a connection that is silent for a minute or half of one. */
const HEARTBEAT_MS = 20_000;
const BEAT_MS = 10_000;
/** Sooner when somebody has come. */
const BEAT_SOON_MS = 2_000;

const HEADERS = {
  "Content-Type": "text/event-stream; charset=utf-8",
  "Cache-Control": "no-store, no-transform",
  // A proxy that gathers what it passes on would hold every event back.
  "X-Accel-Buffering": "no",
};

export function createLive(deps: LiveDeps): Live {
  const { announcements, auth, clock, log, trustProxy } = deps;
  const streams = createStreams({ limited: deps.limited });
  const presence = createPresence(deps);
  const events = createEventLog(clock.now().getTime(), ROWS_KEPT);
  const changes = gatherChanges(deps, events, {
    get size() {
      return streams.size;
    },
    tell: (event) => streams.sendToAll(write(event)),
  });
  const timers: NodeJS.Timeout[] = [];
  let soon: NodeJS.Timeout | undefined;
  let beating: Promise<void> = Promise.resolve();
  let isCounting = false;
  let isClosed = false;
  let accessChanges = 0;
  let notifications = 0;
  /** Members whose unread ones are being counted; true where they must be counted once more. */
  const asked = new Map<string, boolean>();

  const endings = [
    announcements.on("notification", ({ memberId }) => {
      notifications += 1;
      void tellUnread(memberId);
    }),
    announcements.on("access", ({ of, ids }) => {
      accessChanges += 1;
      const changed = ids && new Set(ids);
      streams.endWhere((listener) => {
        const own = of === "sessions" ? listener.sessionId : listener.memberId;
        return own !== null && (changed === null || changed.has(own));
      });
    }),
    // Somebody may have been signed out unheard.
    announcements.onGap(() => streams.endWhere(({ memberId }) => memberId !== null)),
  ];

  /** One at a time for each member: the last one read is the last one told. What is announced meanwhile is read after it. */
  async function tellUnread(memberId: string): Promise<void> {
    if (!deps.countUnread || !streams.hasMember(memberId) || isClosed) return;
    if (asked.has(memberId)) return void asked.set(memberId, true);
    asked.set(memberId, false);
    try {
      const unread = await deps.countUnread(memberId);
      streams.sendToMember(memberId, write({ unread }));
    } catch (error) {
      if (!isClosed) log.warn({ error: String(error) }, "live: what is unread could not be counted");
    }
    const isChanged = asked.get(memberId);
    asked.delete(memberId);
    if (isChanged) await tellUnread(memberId);
  }

  function beat(): void {
    clearTimeout(soon);
    soon = undefined;
    for (const person of streams.people()) presence.seen(person);
    beating = presence.beat().catch((error: unknown) => {
      if (!isClosed) log.warn({ error: String(error) }, "live: who is here could not be written down");
    });
  }

  return {
    get streams() {
      return streams.size;
    },

    async open(c) {
      const refuse = (status: 403 | 429 | 503) =>
        c.text("", status, { "Cache-Control": "no-store", "Retry-After": "60" });
      // Another site's page could not read it, only keep it open.
      const site = c.req.header("Sec-Fetch-Site");
      if (site !== undefined && site !== "same-origin" && site !== "none") return refuse(403);
      const address = addressOf(c);
      if (isClosed) return refuse(503);
      if (!streams.hasRoom(address)) return refuse(429);
      const before = notifications;
      const identity = await identify(c.req.header("Cookie") ?? null);
      const member = identity?.member ?? null;
      if (isClosed) return refuse(503);
      if (!streams.hasRoom(address, member?.id ?? null)) return refuse(429);
      if (c.req.method === "HEAD") return c.body(null, 200, HEADERS);

      const browser = presence.keyOf(address, c.req.header("User-Agent") ?? "");
      if (member) presence.forget(browser);
      const listener = {
        memberId: member?.id ?? null,
        sessionId: member?.sessionId ?? null,
        address,
        person: member?.id ?? browser,
      };
      presence.seen(listener.person);
      if (isCounting) soon ??= setTimeout(beat, BEAT_SOON_MS).unref();
      const since = c.req.query("since") ?? c.req.header("Last-Event-ID");
      const own = identity ? write({ unread: identity.unread }) : "";
      const stream = streams.open(listener, `:\n\n${tellMissed(since)}${own}`, clock.now().getTime());
      // It may have been counted before what was announced meanwhile.
      if (member && notifications !== before) void tellUnread(member.id);
      return c.body(stream, 200, HEADERS);
    },

    noteRequest({ isSeen, address, userAgent, isMembers }) {
      // A member's own session says when it was last used.
      if (isSeen && !isMembers && !isRobot(userAgent))
        presence.seen(presence.keyOf(addressGroup(address), userAgent));
    },

    start() {
      isCounting = true;
      presence.begin().then(beat, (error: unknown) => {
        log.warn({ error: String(error) }, "live: who is here could not be read");
      });
      timers.push(
        setInterval(beat, BEAT_MS),
        setInterval(() => {
          streams.endOld(clock.now().getTime());
          streams.sendToAll(write({}));
        }, HEARTBEAT_MS),
      );
      for (const timer of timers) timer.unref();
    },

    async close() {
      isClosed = true;
      isCounting = false;
      clearTimeout(soon);
      for (const timer of timers) clearInterval(timer);
      for (const end of endings) end();
      changes.stop();
      streams.endWhere(() => true);
      await beating;
      await presence.leave().catch(() => {});
    },
  };

  /** Who opens a stream. A sign-out that is heard while the database is asked may be later than its answer. */
  async function identify(cookies: string | null) {
    for (;;) {
      const before = accessChanges;
      const identity = await auth.identify(cookies);
      if (identity.state !== "member") return null;
      if (accessChanges === before) return identity;
    }
  }

  function addressOf(c: Context): string {
    return addressGroup(clientAddress(c as LiveContext, trustProxy));
  }

  /** What came since a page or an earlier stream knew the last. */
  function tellMissed(given: string | undefined): string {
    const since = Number(given);
    if (given === undefined || !Number.isFinite(since)) return "";
    const text = events.since(since, OVERLAP_MS)?.map(write).join("");
    if (text !== undefined && text.length <= MISSED_MOST) return text;
    return write({ at: clock.now().getTime(), missed: true });
  }
}

/** An event as it goes over the wire; an empty one is a heartbeat. */
function write(event: LiveEvent): string {
  const id = event.at === undefined ? "" : `id: ${event.at}\n`;
  return `${id}data: ${JSON.stringify(event)}\n\n`;
}
