import { data, type RouterContextProvider } from "react-router";
import type { Viewer } from "#core/accounts/member.ts";
import type { Notice } from "#core/notices.ts";
import type { App } from "#server/app.ts";
import {
  handleSettingsForm,
  type SettingsRefusal,
  type SettingsSuccess,
} from "#web/forms/handle-settings.ts";
import { getTextField } from "#web/forms/text-field.ts";
import { getForm } from "#web/server-context.ts";
import type { InvitationIntent } from "./intents.ts";

/** `link`: a new link, which is in this response only. */
export type InvitationResult = (SettingsSuccess & { readonly link?: string }) | SettingsRefusal;

interface Change {
  readonly notice: Notice;
  /** Returns a new link, if it creates one. */
  run(app: App, viewer: Viewer): Promise<unknown>;
}

/** Handles the forms of both invitation pages. `to`: where to redirect without JavaScript. */
export async function handleInvitationForm(
  context: Readonly<RouterContextProvider>,
  request: Request,
  to: string,
) {
  const form = getForm(context);
  const text = (name: string) => getTextField(form, name);
  const intent = text("intent");
  const [kind = "", id = ""] = intent.split(":");
  const changes: Readonly<Record<InvitationIntent, Change>> = {
    link: {
      notice: "invitation-link",
      run: ({ invitations }, viewer) =>
        invitations.createLink(viewer, { label: text("label"), uses: text("uses"), days: text("days") }),
    },
    email: {
      notice: "invitation-sent",
      run: ({ invitations }, viewer) =>
        invitations.inviteByEmail(viewer, { email: text("email"), days: text("days") }),
    },
    replace: {
      notice: "invitation-link",
      run: ({ invitations }, viewer) => invitations.replaceLink(viewer, id),
    },
    resend: { notice: "invitation-sent", run: ({ invitations }, viewer) => invitations.resend(viewer, id) },
    revoke: {
      notice: "invitation-revoked",
      run: ({ invitations }, viewer) => invitations.revoke(viewer, id),
    },
  };
  if (!Object.hasOwn(changes, kind)) throw new Response("Unknown action", { status: 400 });
  const { notice, run } = changes[kind as InvitationIntent];
  let link: string | undefined;
  const response = await handleSettingsForm(context, request, form, {
    notice,
    to,
    async run(app, viewer) {
      const created = await run(app, viewer);
      if (typeof created === "string") link = created;
    },
  });
  // Not a redirect, because the link is shown only now.
  return link === undefined ? response : data<InvitationResult>({ ok: true, intent, notice, link });
}
