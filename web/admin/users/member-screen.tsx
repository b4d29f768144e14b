import { getProfilePath } from "#core/accounts/profile-path.ts";
import type { AuditEventPage } from "#core/admin/audit-events.ts";
import { describeSuspension, type MemberRecord, NOTE_MAX } from "#core/admin/members.ts";
import { buildMemberPageQuery, formatCappedCount } from "#core/forum/member-page.ts";
import type { LatestByMember } from "#core/forum/moderation.ts";
import { SubmitButton } from "#web/forms/form-controls.tsx";
import { Avatar } from "#web/lists/avatar.tsx";
import { DayTime } from "#web/ui/day-time.tsx";
import { TextAreaField } from "#web/ui/field.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import { Section } from "#web/ui/section.tsx";
import { AdminForm } from "../admin-form.tsx";
import { BackLink } from "../back-link.tsx";
import { AuditEventRow } from "../log/audit-log.tsx";
import { buildAdminPath } from "../tabs.ts";
import { AccessSection } from "./access-section.tsx";
import { DeletionForm } from "./deletion-form.tsx";
import { EmailForm, type MemberFormProps, ProfileForm, RoleForm } from "./edit-forms.tsx";
import { LatestContent } from "./latest-content.tsx";
import { getMemberName, RoleBadge, StateBadge } from "./member-badges.tsx";
import { SuspensionSection } from "./suspension-section.tsx";

export interface MemberScreenProps {
  readonly member: MemberRecord;
  readonly latestContent: LatestByMember;
  /** Admin actions on this account, newest first. */
  readonly log: AuditEventPage;
  readonly isSelf: boolean;
  readonly isEmailConfigured: boolean;
}

export function MemberScreen(props: MemberScreenProps) {
  const { member, latestContent, log, isSelf, isEmailConfigured } = props;
  return (
    <div className="grid grid-cols-1 gap-5">
      <BackLink to={buildAdminPath("users")} />
      <MemberHeader member={member} isSelf={isSelf} />
      {member.hasProfile ? <LatestContent memberId={member.id} latestContent={latestContent} /> : null}
      <div className="grid grid-cols-1 items-start gap-5 lg:grid-cols-2">
        <div className="grid min-w-0 grid-cols-1 gap-5">
          {member.hasProfile ? (
            <>
              <Section id="edit" title="Profile" lead="Visible to everyone.">
                <ProfileForm member={member} />
              </Section>
              <Section
                id="role"
                title="Role"
                lead="Administrators can use this dashboard and moderate everything."
              >
                <RoleForm member={member} />
              </Section>
            </>
          ) : null}
          {isSelf ? null : (
            <Section
              id="address"
              title="Email"
              lead={member.isSsoUser ? undefined : describeEmailChange(member.email, isEmailConfigured)}
            >
              <EmailForm member={member} />
            </Section>
          )}
        </div>
        <div className="grid min-w-0 grid-cols-1 gap-5">
          {isSelf ? null : <SuspensionSection member={member} isEmailConfigured={isEmailConfigured} />}
          <AccessSection member={member} isSelf={isSelf} />
          <NotesSection member={member} />
          <Section id="audit-events" title="Admin actions on this account">
            {log.events.length === 0 ? (
              <p className="text-sm text-muted">No admin actions on this account yet.</p>
            ) : (
              <ul className="-mx-4 divide-y divide-line border-t border-line">
                {log.events.map((event) => (
                  <AuditEventRow key={event.id} event={event} isForOneUser />
                ))}
              </ul>
            )}
            {log.nextBefore ? (
              <Link
                to={buildAdminPath("log", new URLSearchParams({ kind: "member" }))}
                className="mt-3 inline-block text-sm font-semibold text-accent text-link"
              >
                All actions on users
              </Link>
            ) : null}
          </Section>
        </div>
      </div>
      {isSelf ? null : (
        <Section id="delete" title="Delete this account">
          <DeletionForm member={member} />
        </Section>
      )}
    </div>
  );
}

function describeEmailChange(email: string | null, isEmailConfigured: boolean): string {
  const effect = "Changes immediately, without confirmation.";
  if (!isEmailConfigured) return effect;
  return `${effect} We notify ${email === null ? "the new address" : "both addresses"}.`;
}

function MemberHeader({ member, isSelf }: Pick<MemberScreenProps, "member" | "isSelf">) {
  const { username, email, suspension } = member;
  const profilePath = getProfilePath(username);
  return (
    <section aria-labelledby="member" className="rounded-lg border border-line bg-surface p-4 sm:p-6">
      <div className="flex flex-wrap items-start gap-x-5 gap-y-4">
        <Avatar name={getMemberName(member)} src={member.avatarUrl} size="lg" />
        <div className="min-w-0 flex-1 basis-56">
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <h1 id="member" className="min-w-0 text-xl wrap-anywhere sm:text-2xl">
              {getMemberName(member)}
            </h1>
            <RoleBadge role={member.role} />
            <StateBadge state={member.state} />
            {member.isVerified ? (
              <span className="inline-flex items-center gap-1 text-sm font-semibold text-accent">
                <Icon name="badge-check" size={15} />
                Verified
              </span>
            ) : null}
          </div>
          <p className="mt-1 wrap-anywhere text-muted">{email ?? "No email"}</p>
          <p className="mt-1 text-sm text-muted">
            {member.hasProfile ? "Joined" : "Registered"} <DayTime time={member.joinDate} />
            {member.lastSignInAt ? (
              <>
                {" · "}last signed in <DayTime time={member.lastSignInAt} />
              </>
            ) : (
              " · never signed in"
            )}
          </p>
          <p className="mt-1 text-sm text-faint">
            {[
              isSelf ? "This is your account. Manage it in your settings." : "",
              member.isGuest ? "A guest account without an email address or password." : "",
              member.isSsoUser ? "Signs in through their organization." : "",
              member.state === "unconfirmed" ? "The account isn't confirmed yet, so they can't sign in." : "",
            ]
              .filter(Boolean)
              .join(" ")}
          </p>
        </div>
      </div>
      {suspension ? (
        <p className="mt-4 rounded-md bg-danger-soft px-4 py-3 text-sm wrap-anywhere">
          <span className="text-muted">The user sees: </span>
          {describeSuspension(suspension)}
        </p>
      ) : null}
      {member.hasProfile ? (
        <dl className="figures mt-5 grid grid-cols-3 divide-x divide-line border-t max-[15rem]:grid-cols-1 max-[15rem]:divide-x-0 border-line pt-4">
          <Figure label="Karma" value={member.karma.toLocaleString("en")} to={profilePath} />
          <Figure
            label={member.postCount === 1 ? "Post" : "Posts"}
            value={formatCappedCount(member.postCount)}
            to={profilePath}
          />
          <Figure
            label={member.commentCount === 1 ? "Comment" : "Comments"}
            value={formatCappedCount(member.commentCount)}
            to={profilePath + buildMemberPageQuery({ tab: "comments", cursor: null })}
          />
        </dl>
      ) : null}
    </section>
  );
}

function Figure({ label, value, to }: { label: string; value: string; to: string }) {
  return (
    <div className="relative flex min-w-0 flex-col items-center px-1">
      <dt className="order-2 text-sm text-muted">{label}</dt>
      <dd className="text-lg font-bold sm:text-xl">
        <Link to={to} className="after:absolute after:inset-0 hover:text-accent text-link">
          {value}
          <span className="sr-only"> {label.toLowerCase()} on their profile</span>
        </Link>
      </dd>
    </div>
  );
}

function NotesSection({ member: { notes } }: MemberFormProps) {
  return (
    <Section id="notes" title="Notes" lead="Only administrators see these.">
      <div className="grid grid-cols-1 gap-5">
        {notes.length > 0 ? (
          <ul className="grid gap-4">
            {notes.map((note) => (
              <li key={note.id} className="border-s-2 border-line-strong ps-3 text-sm">
                <p className="wrap-anywhere whitespace-pre-line">{note.content}</p>
                <p className="mt-1 text-faint">
                  <bdi>{note.authorName}</bdi>, <DayTime time={note.createdAt} />
                </p>
              </li>
            ))}
          </ul>
        ) : null}
        <AdminForm intent="note" anchor="notes">
          <TextAreaField label="New note" name="note" required rows={2} maxLength={NOTE_MAX} />
          <SubmitButton label="Add note" busyLabel="Adding..." />
        </AdminForm>
      </div>
    </Section>
  );
}
