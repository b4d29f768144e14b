import { data, redirect } from "react-router";
import { attempt } from "#web/operation.ts";
import { accessGuard, loadForMember } from "#web/shell/guard.tsx";
import type { Route } from "./+types/settings-download";

export const middleware: Route.MiddlewareFunction[] = [accessGuard];

/** Streams all of a member's data, so that it's never entirely in memory. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const pieces = await loadForMember(context, url, async () => {
    const done = await attempt(context, (app, viewer) => app.members.exportMember(viewer));
    if (done.ok) return done.value;
    if (done.refusal.code === "sign_in_again") throw redirect("/settings/confirm?next=/settings/data");
    throw data(done.refusal, { status: done.status });
  });
  // The session must be refreshed first, which only a page can do.
  if (!pieces) return new Response(null, { status: 303, headers: { Location: "/settings/data" } });
  return new Response(toStream(pieces), {
    headers: {
      "Content-Type": "application/json; charset=utf-8",
      "Content-Disposition": 'attachment; filename="my-data.json"',
      "Cache-Control": "no-store",
    },
  });
}

/** Reads a piece only when the last one was sent, and stops when the client disconnects. */
function toStream(pieces: AsyncIterable<string>): ReadableStream<Uint8Array> {
  const iterator = pieces[Symbol.asyncIterator]();
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await iterator.return?.();
    },
  });
}
