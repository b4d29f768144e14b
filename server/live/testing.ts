import type { LiveEvent } from "#core/live/events.ts";

interface HttpServer {
  readonly http: { request(path: string, init?: RequestInit): Response | Promise<Response> };
}

/** Opens a live stream. Throws an error if the request is refused. */
export async function listen(
  { http }: HttpServer,
  { path = "/live", headers = {} }: { path?: string; headers?: Record<string, string> } = {},
) {
  const response = await http.request(path, { headers });
  if (response.status !== 200 || !response.body) throw new Error(`/live responded with ${response.status}`);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  const events: LiveEvent[] = [];
  let hasEnded = false;
  let wake = () => {};
  let nextEvent = new Promise<void>((resolve) => {
    wake = resolve;
  });
  const ended = (async () => {
    let text = "";
    for (;;) {
      const { value, done } = await reader.read().catch(() => ({ value: "", done: true }));
      text += value ?? "";
      const parts = text.split("\n\n");
      text = parts.pop() ?? "";
      for (const part of parts) {
        const line = /^data: (.*)$/m.exec(part)?.[1];
        if (line !== undefined && line !== "{}") events.push(JSON.parse(line) as LiveEvent);
      }
      hasEnded = done;
      const wakeWaiters = wake;
      nextEvent = new Promise((resolve) => {
        wake = resolve;
      });
      wakeWaiters();
      if (done) return;
    }
  })();
  return {
    response,
    /** All events so far, without heartbeats. */
    events,
    /** Resolves when the server ends the stream. */
    ended,
    /** Resolves with the first matching event, past or future. Rejects if the stream ends without one. */
    async waitForEvent(matches: (event: LiveEvent) => boolean) {
      for (;;) {
        const event = events.find(matches);
        if (event) return event;
        if (hasEnded) throw new Error("the stream ended");
        await nextEvent;
      }
    },
    async end() {
      await reader.cancel();
      await ended;
    },
  };
}

export type TestStream = Awaited<ReturnType<typeof listen>>;
