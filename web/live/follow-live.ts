import type { LiveEvent } from "#core/live/events.ts";
import { hear } from "./heard.ts";

/** Before a lost stream is asked for again: the first time, and at most. Milliseconds, each a half more or less. */
const FIRST_MS = 1_000;
const MOST_MS = 60_000;
/** The server says something every twenty seconds; a stream that is silent for so long is lost. */
const SILENT_MS = 50_000;
const HIDDEN_MS = 300_000;

/**
 * Follows /live as `who` (a member's id, "" for a visitor) from `since` on. Of all tabs that do, the one that holds the
 * lock keeps the stream and passes on what it hears; when it goes, the next takes over from where it was. A page that
 * is hidden for long leaves. Returns what ends it.
 */
export function followLive(who: string, since: number): () => void {
  const name = `lattice-live ${who}`;
  const channel = new BroadcastChannel(name);
  const locks = navigator.locks as LockManager | undefined;
  const over = new AbortController();
  let last = since;
  let wait = FIRST_MS;
  let stream: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout>;
  let hiding: ReturnType<typeof setTimeout>;
  let term: AbortController | undefined;

  function take(text: string): void {
    const event = JSON.parse(text) as LiveEvent;
    last = Math.max(last, event.at ?? 0);
    hear(event);
    if (event.unread !== undefined)
      dispatchEvent(new CustomEvent("lattice-unread", { detail: event.unread }));
  }

  function close(): void {
    clearTimeout(timer);
    stream?.close();
    stream = undefined;
  }
  function again(): void {
    close();
    timer = setTimeout(() => navigator.onLine && open(), wait * (0.5 + Math.random()));
    wait = Math.min(wait * 2, MOST_MS);
  }
  function watch(): void {
    clearTimeout(timer);
    timer = setTimeout(again, SILENT_MS);
  }
  function open(): void {
    close();
    stream = new EventSource(`/live?since=${last}`);
    stream.onerror = again;
    stream.onmessage = ({ data }) => {
      wait = FIRST_MS;
      watch();
      if (data === "{}") return;
      channel.postMessage(data);
      take(data);
    };
    watch();
  }

  function join(): void {
    if (term) return;
    term = new AbortController();
    const { signal } = term;
    const lead = () =>
      new Promise<void>((resign) => {
        const leave = () => {
          close();
          removeEventListener("online", open);
          resign();
        };
        if (signal.aborted) return resign();
        signal.onabort = leave;
        addEventListener("online", open);
        open();
      });
    // To whoever keeps the stream: this page knows nothing of what came after.
    channel.postMessage(last);
    (locks ? locks.request(name, { signal }, lead) : lead()).catch(() => {});
  }
  function leave(): void {
    term?.abort();
    term = undefined;
  }

  channel.onmessage = ({ data }) => {
    if (typeof data === "string") take(data);
    else if (stream && data < last) {
      last = data;
      open();
    }
  };
  function show(): void {
    clearTimeout(hiding);
    // Without locks (a page that is not served securely) each page has a stream of its own, and only while it is seen.
    if (document.hidden) hiding = setTimeout(leave, locks ? HIDDEN_MS : 0);
    else join();
  }
  const { signal } = over;
  document.addEventListener("visibilitychange", show, { signal });
  addEventListener("pagehide", leave, { signal });
  addEventListener("pageshow", show, { signal });
  show();

  return () => {
    over.abort();
    clearTimeout(hiding);
    leave();
    channel.close();
  };
}
