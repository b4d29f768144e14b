import type { LiveEvent } from "#core/live/events.ts";

interface HttpServer {
  readonly http: { request(path: string, init?: RequestInit): Response | Promise<Response> };
}

export interface TestStream {
  readonly response: Response;
  /** All events so far, without heartbeats. */
  readonly events: readonly LiveEvent[];
  /** Includes past events. Rejects if the stream ends without a match. */
  next(matches: (event: LiveEvent) => boolean): Promise<LiveEvent>;
  /** Resolves when the server ends the stream. */
  readonly ended: Promise<void>;
  end(): Promise<void>;
}

export async function listen(
  { http }: HttpServer,
  { path = "/live", headers = {} }: { path?: string; headers?: Record<string, string> } = {},
): Promise<TestStream> {
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
      const woken = wake;
      nextEvent = new Promise((resolve) => {
        wake = resolve;
      });
      woken();
      if (done) return;
    }
  })();
  return {
    response,
    events,
    ended,
    async next(matches) {
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
