import type { LiveEvent } from "#core/live/events.ts";
import { receiveEvent } from "./live-updates.ts";

/** Reconnect delays in milliseconds: the first, and the maximum. Each varies randomly by up to 50%. */
const FIRST_RETRY_DELAY_MS = 1_000;
const RETRY_DELAY_MAX_MS = 60_000;
/** The server sends a heartbeat every 20 seconds; a stream that is silent for this long is considered lost. */
const SILENCE_MAX_MS = 50_000;
const HIDDEN_MAX_MS = 300_000;

/**
 * Subscribes to the events since `since` as the member with the ID `viewerId`, or as a visitor if it is "". Only the
 * tab with the lock opens a stream; it broadcasts the events to the others. Tabs hidden for a long time disconnect.
 * Returns a cleanup function.
 */
export function subscribeToLive(viewerId: string, since: number): () => void {
  const name = `lattice-live ${viewerId}`;
  const channel = new BroadcastChannel(name);
  const locks = navigator.locks as LockManager | undefined;
  const cleanup = new AbortController();
  let lastTime = since;
  let retryDelay = FIRST_RETRY_DELAY_MS;
  let stream: EventSource | undefined;
  let timer: ReturnType<typeof setTimeout>;
  let hideTimer: ReturnType<typeof setTimeout>;
  let leadership: AbortController | undefined;

  function handleMessage(text: string): void {
    const event = JSON.parse(text) as LiveEvent;
    lastTime = Math.max(lastTime, event.at ?? 0);
    receiveEvent(event);
    if (event.unread !== undefined)
      dispatchEvent(new CustomEvent("lattice-unread", { detail: event.unread }));
  }

  function close(): void {
    clearTimeout(timer);
    stream?.close();
    stream = undefined;
  }
  function reconnect(): void {
    close();
    timer = setTimeout(() => navigator.onLine && open(), retryDelay * (0.5 + Math.random()));
    retryDelay = Math.min(retryDelay * 2, RETRY_DELAY_MAX_MS);
  }
  function restartWatchdog(): void {
    clearTimeout(timer);
    timer = setTimeout(reconnect, SILENCE_MAX_MS);
  }
  function open(): void {
    close();
    stream = new EventSource(`/live?since=${lastTime}`);
    stream.onerror = reconnect;
    stream.onmessage = ({ data }) => {
      retryDelay = FIRST_RETRY_DELAY_MS;
      restartWatchdog();
      if (data === "{}") return;
      channel.postMessage(data);
      handleMessage(data);
    };
    restartWatchdog();
  }

  function join(): void {
    if (leadership) return;
    leadership = new AbortController();
    const { signal } = leadership;
    const lead = () =>
      new Promise<void>((resign) => {
        const stopLeading = () => {
          close();
          removeEventListener("online", open);
          resign();
        };
        if (signal.aborted) return resign();
        signal.onabort = stopLeading;
        addEventListener("online", open);
        open();
      });
    // Asks the tab with the lock to resend what this tab has missed.
    channel.postMessage(lastTime);
    (locks ? locks.request(name, { signal }, lead) : lead()).catch(() => {});
  }
  function leave(): void {
    leadership?.abort();
    leadership = undefined;
  }

  channel.onmessage = ({ data }) => {
    if (typeof data === "string") handleMessage(data);
    else if (stream && data < lastTime) {
      lastTime = data;
      open();
    }
  };
  function updateVisibility(): void {
    clearTimeout(hideTimer);
    // Without the Locks API (insecure pages), each visible page has its own stream.
    if (document.hidden) hideTimer = setTimeout(leave, locks ? HIDDEN_MAX_MS : 0);
    else join();
  }
  const { signal } = cleanup;
  document.addEventListener("visibilitychange", updateVisibility, { signal });
  addEventListener("pagehide", leave, { signal });
  addEventListener("pageshow", updateVisibility, { signal });
  updateVisibility();

  return () => {
    cleanup.abort();
    clearTimeout(hideTimer);
    leave();
    channel.close();
  };
}
