import { redirect } from "react-router";
import { answerForm } from "#web/forms/answer-form.ts";
import { handleForm } from "#web/forms/handle-intent.ts";
import type { Route } from "./+types/wallet-note";

/** Adds the wallet address to the member's bio. An empty address removes the earlier one. */
export const action = (args: Route.ActionArgs) =>
  handleForm(args, (submission) => {
    const address = submission.text("address");
    return answerForm(submission, {
      notice: null,
      to: "/wallet",
      run: (app, viewer) => app.profiles.changeWalletNote(viewer, address === "" ? null : address),
    });
  });

export const loader = () => redirect("/wallet");
