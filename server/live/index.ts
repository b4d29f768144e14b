/** The event stream at /live, and who is online. Members' private data is only sent to their own streams. */
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import type { LiveEvent } from "#core/live/events.ts";
import { getClientAddress, toAddressGroup } from "#server/platform/client-address.ts";
import { isRobot } from "#server/platform/is-robot.ts";
import type { PageVisit } from "#server/platform/page-visit.ts";
import { collectChanges } from "./collect-changes.ts";
import type { LiveDeps } from "./deps.ts";
import { createEventLog } from "./event-log.ts";
import { createPresence } from "./presence.ts";
import { createStreams } from "./streams.ts";

type LiveContext = Context<{ Bindings: HttpBindings }>;

const LOG_ROWS_MAX = 5_000;
/** The maximum length of missed events in characters. A reconnecting stream that missed more is sent "missed". */
const MISSED_LENGTH_MAX = 64 * 1024;
/** Tolerated clock difference between processes: duplicates are better than gaps. */
const OVERLAP_MS = 3_000;
/** Less than the idle timeouts of proxies, which are usually 30 to 60 seconds. */
const HEARTBEAT_INTERVAL_MS = 20_000;
const SAVE_PRESENCE_INTERVAL_MS = 10_000;
/** The delay before presence is saved after a new stream has been opened. */
const PROMPT_SAVE_DELAY_MS = 2_000;

const HEADERS = {
  "Content-Type": "text/event-stream; charset=utf-8",
  "Cache-Control": "no-store, no-transform",
  // Prevents nginx from buffering events.
  "X-Accel-Buffering": "no",
};

export function createLive(deps: LiveDeps) {
  const { announcements, auth, clock, log, trustProxy } = deps;
  const streams = createStreams({ hasLimits: deps.hasLimits });
  const presence = createPresence(deps);
  const events = createEventLog(clock.now().getTime(), LOG_ROWS_MAX);
  const changes = collectChanges(deps, events, {
    get size() {
      return streams.size;
    },
    send: (event) => streams.sendToAll(serializeEvent(event)),
  });
  const timers: NodeJS.Timeout[] = [];
  let promptSaveTimer: NodeJS.Timeout | undefined;
  let lastSave: Promise<void> = Promise.resolve();
  let isRunning = false;
  let isClosed = false;
  let accessChangeCount = 0;
  let notificationCount = 0;
  /** Members whose unread count is being read; true if it has changed again in the meantime. */
  const pendingCounts = new Map<string, boolean>();

  const unsubscribers = [
    announcements.on("notification", ({ memberId }) => {
      notificationCount += 1;
      void sendUnread(memberId);
    }),
    announcements.on("access", ({ table, ids }) => {
      accessChangeCount += 1;
      const changedIds = ids && new Set(ids);
      streams.endWhere((subscriber) => {
        const id = table === "sessions" ? subscriber.sessionId : subscriber.memberId;
        return id !== null && (changedIds === null || changedIds.has(id));
      });
    }),
    // A sign-out may have been missed.
    announcements.onGap(() => streams.endWhere(({ memberId }) => memberId !== null)),
  ];

  /** Sends a member's unread count. Runs one query at a time per member, so that the last result sent is the latest. */
  async function sendUnread(memberId: string): Promise<void> {
    if (!deps.countUnread || !streams.hasMember(memberId) || isClosed) return;
    if (pendingCounts.has(memberId)) return void pendingCounts.set(memberId, true);
    pendingCounts.set(memberId, false);
    try {
      const unreadCount = await deps.countUnread(memberId);
      streams.sendToMember(memberId, serializeEvent({ unread: unreadCount }));
    } catch (error) {
      if (!isClosed) log.warn({ error: String(error) }, "live: could not count unread notifications");
    }
    const hasChanged = pendingCounts.get(memberId);
    pendingCounts.delete(memberId);
    if (hasChanged) await sendUnread(memberId);
  }

  function savePresence(): void {
    clearTimeout(promptSaveTimer);
    promptSaveTimer = undefined;
    for (const onlineId of streams.listOnlineIds()) presence.markSeen(onlineId);
    lastSave = presence.save().catch((error: unknown) => {
      if (!isClosed) log.warn({ error: String(error) }, "live: could not save who is online");
    });
  }

  return {
    /** The number of open streams in this process. */
    get streamCount() {
      return streams.size;
    },

    async open(c: Context) {
      const reject = (status: 403 | 429 | 503) =>
        c.text("", status, { "Cache-Control": "no-store", "Retry-After": "60" });
      // Other sites couldn't read the stream, but could leave it open.
      const site = c.req.header("Sec-Fetch-Site");
      if (site !== undefined && site !== "same-origin" && site !== "none") return reject(403);
      const address = getAddress(c);
      if (isClosed) return reject(503);
      if (!streams.hasRoom(address)) return reject(429);
      const notificationsBefore = notificationCount;
      const identity = await identifyMember(c.req.header("Cookie") ?? null);
      const member = identity?.member ?? null;
      if (isClosed) return reject(503);
      if (!streams.hasRoom(address, member?.id ?? null)) return reject(429);
      if (c.req.method === "HEAD") return c.body(null, 200, HEADERS);

      const visitorKey = presence.getKey(address, c.req.header("User-Agent") ?? "");
      if (member) presence.remove(visitorKey);
      const subscriber = {
        memberId: member?.id ?? null,
        sessionId: member?.sessionId ?? null,
        address,
        onlineId: member?.id ?? visitorKey,
      };
      presence.markSeen(subscriber.onlineId);
      if (isRunning) promptSaveTimer ??= setTimeout(savePresence, PROMPT_SAVE_DELAY_MS).unref();
      const since = c.req.query("since") ?? c.req.header("Last-Event-ID");
      const unreadEvent = identity ? serializeEvent({ unread: identity.unread }) : "";
      const stream = streams.open(
        subscriber,
        `:\n\n${serializeMissed(since)}${unreadEvent}`,
        clock.now().getTime(),
      );
      // The count may be older than a notification that arrived while the member was being identified.
      if (member && notificationCount !== notificationsBefore) void sendUnread(member.id);
      return c.body(stream, 200, HEADERS);
    },

    /** Records a page request, so that visitors without a stream count as online too. */
    recordRequest({ isSeen, address, userAgent, isMember }: PageVisit) {
      // Members are counted by their session's last use.
      if (isSeen && !isMember && !isRobot(userAgent))
        presence.markSeen(presence.getKey(toAddressGroup(address), userAgent));
    },

    start() {
      isRunning = true;
      presence.loadSalt().then(savePresence, (error: unknown) => {
        log.warn({ error: String(error) }, "live: could not load the presence salt");
      });
      timers.push(
        setInterval(savePresence, SAVE_PRESENCE_INTERVAL_MS),
        setInterval(() => {
          streams.endExpired(clock.now().getTime());
          streams.sendToAll(serializeEvent({}));
        }, HEARTBEAT_INTERVAL_MS),
      );
      for (const timer of timers) timer.unref();
    },

    /** Ends all streams and accepts no new ones. */
    async close() {
      isClosed = true;
      isRunning = false;
      clearTimeout(promptSaveTimer);
      for (const timer of timers) clearInterval(timer);
      for (const unsubscribe of unsubscribers) unsubscribe();
      changes.stop();
      streams.endWhere(() => true);
      await lastSave;
      await presence.leave().catch(() => {});
    },
  };

  /** Retries if access changed during the query, because its result may then be outdated. */
  async function identifyMember(cookies: string | null) {
    for (;;) {
      const accessChangesBefore = accessChangeCount;
      const identity = await auth.identify(cookies);
      if (identity.state !== "member") return null;
      if (accessChangeCount === accessChangesBefore) return identity;
    }
  }

  function getAddress(c: Context): string {
    return toAddressGroup(getClientAddress(c as LiveContext, trustProxy));
  }

  /** Serializes the events since the page or the previous stream was up to date. */
  function serializeMissed(lastSeen: string | undefined): string {
    const since = Number(lastSeen);
    if (lastSeen === undefined || !Number.isFinite(since)) return "";
    const text = events.listSince(since, OVERLAP_MS)?.map(serializeEvent).join("");
    if (text !== undefined && text.length <= MISSED_LENGTH_MAX) return text;
    return serializeEvent({ at: clock.now().getTime(), missed: true });
  }
}

export type Live = ReturnType<typeof createLive>;

/** Serializes an event; an empty one is a heartbeat. */
function serializeEvent(event: LiveEvent): string {
  const id = event.at === undefined ? "" : `id: ${event.at}\n`;
  return `${id}data: ${JSON.stringify(event)}\n\n`;
}
