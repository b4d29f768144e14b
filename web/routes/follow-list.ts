import { redirect } from "react-router";
import { handleForm } from "#web/forms/handle-intent.ts";
import { answerStateChange } from "#web/forum/answer-buttons.ts";
import type { Route } from "./+types/follow-list";

export const action = (args: Route.ActionArgs) =>
  handleForm(args, (submission) => {
    const { form, text } = submission;
    const list = { tag: form.get("tag"), categories: form.getAll("category") };
    const isFollowed = text("follow") === "yes";
    return answerStateChange(submission, "/forum", {
      run: async ({ forum }, viewer) => (await forum.followLists(viewer, { ...list, isFollowed })).isFollowed,
      notice: (isNowFollowed) => (isNowFollowed ? "list-followed" : "list-unfollowed"),
    });
  });

export const loader = () => redirect("/forum");
