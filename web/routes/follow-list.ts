import { redirect } from "react-router";
import { createStateChangeResponse } from "#web/forum/state-change-response.ts";
import { attempt } from "#web/operation.ts";
import { getForm } from "#web/server-context.ts";
import type { Route } from "./+types/follow-list";

export async function action({ request, context }: Route.ActionArgs) {
  const form = getForm(context);
  const list = { tag: form.get("tag"), categories: form.getAll("category") };
  const isFollowed = form.get("follow") === "yes";
  const result = await attempt(context, async (app, viewer) => {
    const following = await app.forum.followLists(viewer, { ...list, isFollowed });
    return following.isFollowed;
  });
  return createStateChangeResponse(request, result, "/forum", (now) =>
    now ? "list-followed" : "list-unfollowed",
  );
}

export function loader() {
  return redirect("/forum");
}
