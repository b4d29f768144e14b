import { useLocation, useNavigation } from "react-router";
import type { LinkedInvitation } from "#core/invitations/types.ts";
import { Avatar } from "#web/lists/avatar.tsx";
import { CardPage } from "#web/page/card-page.tsx";
import { useOptionalSite } from "#web/page/site-data.ts";
import { Form } from "#web/router/form.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Link } from "#web/ui/link.tsx";

const ADVICE = "Ask the person who invited you for a new one.";
const INACTIVE_TEXTS: Readonly<
  Record<Exclude<LinkedInvitation["state"], "active">, readonly [title: string, text: string]>
> = {
  unknown: ["Invitation not found", `This link is incomplete, or it was replaced. ${ADVICE}`],
  used: ["Invitation used up", `This invitation has reached its maximum number of uses. ${ADVICE}`],
  expired: ["Invitation expired", `This invitation is no longer valid. ${ADVICE}`],
  revoked: ["Invitation revoked", "It can no longer be used to join."],
  blocked: ["Invitation not valid", "The person who sent this invitation can't invite people right now."],
};

/** The site's description for people with an invitation, used if no administrator has entered a lead. */
const describeSite = (hasAiTools: boolean) =>
  `A forum${hasAiTools ? ", news and AI tools" : " and news"} for people interested in crypto, AI and quantum technology.`;

interface InvitePageProps {
  readonly invitation: LinkedInvitation;
  readonly isMember: boolean;
  readonly isClosed: boolean;
}

export function InvitePage({ invitation, isMember, isClosed }: InvitePageProps) {
  const site = useOptionalSite();
  if (isMember)
    return (
      <Message title="You're already a member" text={`You're signed in to ${site?.name ?? ""}.`} to="/forum">
        Go to Forum
      </Message>
    );
  if (invitation.state !== "active") {
    const [title, text] = INACTIVE_TEXTS[invitation.state];
    return (
      <Message title={title} text={text} to="/">
        Go to the home page
      </Message>
    );
  }
  if (isClosed)
    return (
      <Message
        title="Sign-up is closed"
        text="This community isn't accepting new members right now. Your invitation is still valid. Try again later."
        to="/"
      >
        Go to the home page
      </Message>
    );
  return (
    <Offer
      invitation={invitation}
      name={site?.name ?? ""}
      lead={site?.lead ?? describeSite(site?.hasAiTools ?? true)}
    />
  );
}

interface OfferProps {
  readonly invitation: Extract<LinkedInvitation, { state: "active" }>;
  readonly name: string;
  readonly lead: string;
}

function Offer({ invitation: { inviter, email }, name, lead }: OfferProps) {
  const { pathname } = useLocation();
  const busy = useNavigation().state !== "idle";
  return (
    <CardPage title={`You're invited to ${name}`}>
      <div className="flex items-center gap-3">
        <Avatar name={inviter.username} src={inviter.avatarUrl} size="md" />
        <p className="min-w-0 wrap-anywhere">
          <Link to={`/u/${encodeURIComponent(inviter.username)}`} className="font-semibold text-link">
            {inviter.username}
          </Link>{" "}
          invited you to join.
        </p>
      </div>
      <p className="mt-4 text-pretty text-muted">{lead}</p>
      {email === null ? null : (
        <p className="mt-3 text-sm wrap-anywhere text-muted">
          This invitation is for <strong className="text-text">{email}</strong>.
        </p>
      )}
      <Form method="post" action={pathname} className="mt-5 grid">
        <Button type="submit" variant="primary" busy={busy}>
          Register
        </Button>
      </Form>
      <p className="mt-4 text-center text-sm text-muted">
        Already a member?{" "}
        <Link to="/auth" className="font-semibold text-accent text-link">
          Sign in
        </Link>
      </p>
    </CardPage>
  );
}

interface MessageProps {
  readonly title: string;
  readonly text: string;
  readonly to: string;
  readonly children: string;
}

const Message = ({ title, text, to, children }: MessageProps) => (
  <CardPage title={title}>
    <p className="wrap-anywhere text-pretty text-muted">{text}</p>
    <ButtonLink to={to} className="mt-5">
      {children}
    </ButtonLink>
  </CardPage>
);
