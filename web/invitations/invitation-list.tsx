import type { ComponentProps } from "react";
import { formatCount } from "#core/format-count.ts";
import {
  buildInvitationListPath,
  type InvitationFilter,
  type InvitationListQuery,
} from "#core/invitations/list-query.ts";
import type { Invitation, InvitationState, InvitationList as List } from "#core/invitations/types.ts";
import { ActionForm } from "#web/forms/action-form.tsx";
import { SubmitButton } from "#web/forms/form-controls.tsx";
import { RevokeForm } from "#web/forms/revoke-form.tsx";
import { EmptyState } from "#web/lists/empty-state.tsx";
import { LaterPageNote } from "#web/lists/load-more.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { DayTime } from "#web/ui/day-time.tsx";
import { FilterChips } from "#web/ui/filter-links.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import { toOptions } from "#web/ui/options.ts";
import { NewLink } from "./new-link.tsx";

const FILTERS = toOptions<InvitationFilter>({ all: "All", active: "Active", ended: "Ended" });

interface InvitationListProps {
  readonly list: List;
  readonly query: InvitationListQuery;
  readonly path: string;
  readonly username: string;
  readonly showsInviter: boolean;
}

export function InvitationList({ list, query, path, username, showsInviter }: InvitationListProps) {
  const { invitations, nextCursor } = list;
  return (
    <section aria-labelledby="invitations" className="grid grid-cols-1 gap-4">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="invitations" className="text-lg">
          {showsInviter ? "All invitations" : "Your invitations"}
        </h2>
        <FilterChips
          label="Filter by status"
          options={FILTERS}
          selected={query.show}
          buildHref={(show) => buildInvitationListPath(path, { show, cursor: null })}
        />
      </div>
      {query.cursor ? (
        <LaterPageNote to={buildInvitationListPath(path, { show: query.show, cursor: null })} />
      ) : null}
      {invitations.length === 0 ? (
        <EmptyState illustration="inbox">
          {query.show === "all" ? "No invitations yet." : `No ${query.show} invitations.`}
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line rounded-lg border border-line bg-surface">
          {invitations.map((invitation) => (
            <InvitationRow
              key={invitation.id}
              invitation={invitation}
              path={path}
              isOwn={invitation.inviter === username}
              showsInviter={showsInviter}
            />
          ))}
        </ul>
      )}
      {nextCursor ? (
        <ButtonLink
          to={buildInvitationListPath(path, { show: query.show, cursor: nextCursor })}
          className="justify-self-center"
        >
          More invitations
        </ButtonLink>
      ) : null}
    </section>
  );
}

const BADGES: Readonly<Record<InvitationState, ComponentProps<typeof Badge>>> = {
  active: { variant: "accent", label: "Active" },
  used: { variant: "quiet", label: "Used up" },
  expired: { variant: "warning", label: "Expired" },
  revoked: { variant: "quiet", label: "Revoked" },
  blocked: { variant: "warning", label: "Paused" },
};

interface InvitationRowProps {
  readonly invitation: Invitation;
  readonly path: string;
  readonly isOwn: boolean;
  readonly showsInviter: boolean;
}

function InvitationRow({ invitation, path, isOwn, showsInviter }: InvitationRowProps) {
  const { id, label, email, state, maxUses, useCount, expiresAt, createdAt } = invitation;
  const name = email ?? (label === "" ? "Link" : label);
  const isRenewable = state !== "used" && state !== "revoked";
  const nameInButtons = email ?? (label === "" ? "this invitation" : label);
  return (
    <li className="grid grid-cols-1 gap-3 p-4">
      <div className="flex flex-wrap items-start gap-x-4 gap-y-3">
        <Icon name={email === null ? "link" : "mail"} size={18} className="mt-0.5 shrink-0 text-muted" />
        <div className="min-w-0 flex-1 basis-56">
          <p dir="auto" className="flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
            <span className="min-w-0 font-semibold wrap-anywhere">{name}</span>
            <Badge {...BADGES[state]} />
          </p>
          <p className="mt-0.5 text-sm text-muted">
            {email === null ? (
              <>
                <span className="figures">
                  {useCount} of {formatCount(maxUses, "use")}
                </span>{" "}
                ·{" "}
              </>
            ) : null}
            Created <DayTime time={createdAt} />
            {isRenewable ? (
              <>
                {" "}
                · {state === "expired" ? "expired" : "expires"} <DayTime time={expiresAt} />
              </>
            ) : null}
            {showsInviter ? (
              <>
                {" "}
                · by <MemberName username={invitation.inviter} />
              </>
            ) : null}
          </p>
          {state === "blocked" ? (
            <p className="mt-1 text-sm text-muted">
              This invitation doesn't work because {isOwn ? "you" : "its sender"} can't invite people right
              now.
            </p>
          ) : null}
          <JoinedMembers invitation={invitation} />
        </div>
        {isRenewable ? (
          <div className="flex flex-wrap gap-2 max-sm:ms-8 has-[[role=status]]:ms-8 has-[[role=status]]:basis-full">
            {isOwn ? (
              <ActionForm<string>
                clearOnSuccess
                action={path}
                intent={`${email === null ? "replace" : "resend"}:${id}`}
                className="contents"
              >
                {({ value: link }) => (
                  <>
                    <SubmitButton
                      label={email === null ? "New link" : "Resend"}
                      icon="refresh-cw"
                      size="sm"
                      aria-label={
                        email === null ? `Get a new link for ${nameInButtons}` : `Resend to ${email}`
                      }
                    />
                    {link ? (
                      <div role="status" className="order-last w-full max-w-lg">
                        <NewLink link={link} />
                      </div>
                    ) : null}
                  </>
                )}
              </ActionForm>
            ) : null}
            <RevokeForm
              clearOnSuccess
              action={path}
              intent={`revoke:${id}`}
              className="contents"
              target={nameInButtons}
              description="Its link will stop working. People who have already joined stay members."
            />
          </div>
        ) : null}
      </div>
    </li>
  );
}

/** Who joined with the invitation: the newest members, and how many others. */
function JoinedMembers({ invitation: { joined, useCount } }: { invitation: Invitation }) {
  if (useCount === 0) return null;
  const moreCount = useCount - joined.length;
  return (
    <p className="mt-1 text-sm wrap-anywhere">
      <span className="text-muted">Joined: </span>
      {joined.map(({ username, joinedAt }, index) => (
        <span key={`${username} ${joinedAt}`}>
          {index > 0 ? ", " : ""}
          <MemberName username={username} />
        </span>
      ))}
      {moreCount > 0 ? `, and ${moreCount.toLocaleString("en")} more` : ""}
    </p>
  );
}

function MemberName({ username }: { username: string | null }) {
  if (username === null) return <span className="text-muted">a deleted member</span>;
  return (
    <Link to={`/u/${encodeURIComponent(username)}`} dir="auto" className="font-semibold text-link">
      {username}
    </Link>
  );
}
