import { data, redirect } from "react-router";
import { createInvitationCookie } from "#core/invitations/cookie.ts";
import { handleForm } from "#web/forms/handle-intent.ts";
import { InvitePage } from "#web/invitations/invite-page.tsx";
import { operation } from "#web/operation.ts";
import { unlistedMeta } from "#web/page/page-meta.ts";
import { identityContext } from "#web/server-context.ts";
import type { Route } from "./+types/invite";

/** The token isn't part of the canonical URL or of link previews. */
export const meta = unlistedMeta("Invitation", "/invite");

const STATUS = { active: 200, unknown: 404, used: 410, expired: 410, revoked: 410, blocked: 410 } as const;

export async function loader({ context, params }: Route.LoaderArgs) {
  const [invitation, { signUpMode }] = await operation(context, (app) =>
    Promise.all([app.invitations.describe(params.token), app.settings.read()]),
  );
  const isMember = context.get(identityContext).state === "member";
  return data(
    { invitation, isMember, isClosed: signUpMode === "closed" },
    { status: STATUS[invitation.state] },
  );
}

/** Accepts the invitation in this browser. Just opening the link changes nothing, because email scanners open links. */
export const action = (args: Route.ActionArgs) =>
  handleForm(args, async ({ context }) => {
    const { token } = args.params;
    const { state } = await operation(context, (app) => app.invitations.describe(token));
    if (state !== "active") return data(null, { status: STATUS[state] });
    return redirect("/auth?tab=register", { headers: { "Set-Cookie": createInvitationCookie(token) } });
  });

export default function Invite({ loaderData }: Route.ComponentProps) {
  return <InvitePage {...loaderData} />;
}
