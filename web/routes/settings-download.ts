import { data, redirect } from "react-router";
import { attempt } from "#web/operation.ts";
import { loadForMember } from "#web/session/guard.tsx";
import type { Route } from "./+types/settings-download";

/** Streams all of a member's data, so that it's never entirely in memory. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const chunks = await loadForMember(context, url, async () => {
    const result = await attempt(context, (app, viewer) => app.members.exportMember(viewer));
    if (result.ok) return result.value;
    if (result.refusal.code === "step_up_required") throw redirect("/settings/confirm?next=/settings/data");
    throw data(result.refusal, { status: result.status });
  });
  // The session must be refreshed first, which only a page can do.
  if (!chunks) return new Response(null, { status: 303, headers: { Location: "/settings/data" } });
  return new Response(toStream(chunks), {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": 'attachment; filename="my-data.json"',
      "Cache-Control": "no-store",
    },
  });
}

/** Reads a chunk only after the previous one has been sent, and stops when the client disconnects. */
function toStream(chunks: AsyncIterable<string>): ReadableStream<Uint8Array> {
  const iterator = chunks[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  return new ReadableStream(
    {
      async pull(controller) {
        const { done, value } = await iterator.next();
        if (done) controller.close();
        else controller.enqueue(encoder.encode(value));
      },
      async cancel() {
        await iterator.return?.();
      },
    },
    // If a chunk that is read ahead fails, the HTTP server may end the response properly, as if it were complete.
    { highWaterMark: 0 },
  );
}
