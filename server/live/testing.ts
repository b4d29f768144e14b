import type { LiveEvent } from "#core/live/events.ts";

interface Reachable {
  readonly http: { request(path: string, init?: RequestInit): Response | Promise<Response> };
}

/** A stream as a browser reads it. */
export interface Listening {
  readonly answer: Response;
  /** Everything that was told so far, heartbeats left out. */
  readonly events: readonly LiveEvent[];
  /** The first event for which this holds, those told before among them. Rejects when the stream ends without one. */
  next(holds: (event: LiveEvent) => boolean): Promise<LiveEvent>;
  /** Resolves when the server has ended the stream. */
  readonly ended: Promise<void>;
  /** Goes away. */
  end(): Promise<void>;
}

/** Opens /live. Throws where it is refused. */
export async function listen(
  { http }: Reachable,
  { path = "/live", headers = {} }: { path?: string; headers?: Record<string, string> } = {},
): Promise<Listening> {
  const answer = await http.request(path, { headers });
  if (answer.status !== 200 || !answer.body) throw new Error(`/live answered ${answer.status}`);
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  const events: LiveEvent[] = [];
  let isOver = false;
  let wake = () => {};
  let more = new Promise<void>((resolve) => {
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
      isOver = done;
      const woken = wake;
      more = new Promise((resolve) => {
        wake = resolve;
      });
      woken();
      if (done) return;
    }
  })();
  return {
    answer,
    events,
    ended,
    async next(holds) {
      for (;;) {
        const found = events.find(holds);
        if (found) return found;
        if (isOver) throw new Error("the stream ended");
        await more;
      }
    },
    async end() {
      await reader.cancel();
      await ended;
    },
  };
}
