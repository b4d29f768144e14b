import type { ComponentProps, ReactNode } from "react";
import type { OutboxEntry, OutboxMessage, OutboxPage } from "#core/admin/outbox.ts";
import { EmptyState } from "#web/lists/empty-state.tsx";
import { RelativeTime } from "#web/lists/relative-time.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import { BackLink } from "./back-link.tsx";

const PATH = "/admin/outbox";

export function OutboxList({ page }: { page: OutboxPage }) {
  const { entries, nextBefore } = page;
  return (
    <div className="grid grid-cols-1 gap-5">
      <BackLink to="/admin" label="the dashboard" />
      <div>
        <h1 className="text-xl sm:text-2xl">Outbox</h1>
        <p className="mt-2 max-w-[70ch] text-sm text-pretty text-muted">{describeDelivery(page)}</p>
      </div>
      <p className="flex gap-3 rounded-lg bg-warning-soft px-4 py-3 text-sm">
        <Icon name="lock" className="mt-0.5 shrink-0 text-warning" />
        <span>
          Links and codes in messages are secret: anyone who has one can sign in as the recipient. Only share
          a message with the member it's addressed to.
        </span>
      </p>
      {entries.length === 0 ? (
        <EmptyState illustration="inbox">No messages in the last 30 days.</EmptyState>
      ) : (
        <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
          {entries.map((entry) => (
            <OutboxRow key={entry.id} entry={entry} />
          ))}
        </ul>
      )}
      {nextBefore ? (
        <ButtonLink to={`${PATH}?before=${nextBefore}`} className="justify-self-center">
          Older messages
        </ButtonLink>
      ) : null}
    </div>
  );
}

function OutboxRow({ entry }: { entry: OutboxEntry }) {
  return (
    <li className="relative grid grid-cols-[auto_minmax(0,1fr)] items-start gap-x-3 gap-y-2 px-4 py-3 hover:bg-hover sm:grid-cols-[auto_minmax(0,1fr)_auto]">
      <Icon name={entry.channel === "email" ? "mail" : "smartphone"} size={18} className="mt-1 text-faint" />
      <div className="min-w-0">
        <Link
          to={`${PATH}/${entry.id}`}
          className="block truncate font-semibold after:absolute after:inset-0"
        >
          {getEntryHeading(entry)}
        </Link>
        <p className="truncate text-sm text-muted">{formatRecipient(entry)}</p>
        {entry.error && entry.state !== "sent" ? (
          <p className="mt-1 line-clamp-2 text-sm text-danger">{entry.error}</p>
        ) : null}
      </div>
      <div className="col-start-2 flex items-center gap-3 text-sm text-muted sm:col-start-3 sm:mt-1">
        <Badge {...STATE_BADGES[entry.state]} />
        <span className="sm:w-20 sm:text-end">
          <RelativeTime time={entry.createdAt} format="detail" />
        </span>
      </div>
    </li>
  );
}

function describeDelivery({ isEmailConfigured, isTextMessagingConfigured }: OutboxPage): string {
  const emailNote = isEmailConfigured
    ? "Emails count as sent once the email server accepts them. Their text is then deleted."
    : "No email server is configured (SMTP_URL), so emails aren't sent. Forward codes and links to members yourself.";
  const textNote = isTextMessagingConfigured
    ? isEmailConfigured
      ? "The same applies to text messages and their gateway."
      : "Text messages count as sent once the gateway accepts them. Their text is then deleted."
    : "No text message gateway is configured (SMS_URL), so text messages aren't sent.";
  return `${emailNote} ${textNote} Messages are deleted after 30 days.`;
}

/** A message as plain text, without links: following one would sign the administrator in as someone else. */
export function OutboxMessagePage({ message }: { message: OutboxMessage }) {
  const { text, isOwn, state, attempts, error } = message;
  return (
    <div className="page-main grid grid-cols-1 gap-5">
      <BackLink to="/admin/outbox" />
      <h1 className="text-xl wrap-anywhere sm:text-2xl">{getEntryHeading(message)}</h1>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-6 gap-y-2 text-sm">
        <Fact name="To">{formatRecipient(message)}</Fact>
        <Fact name="Status">
          <Badge {...STATE_BADGES[state]} />
        </Fact>
        <Fact name="Created">
          <RelativeTime time={message.createdAt} format="detail" />
        </Fact>
        {message.sentAt ? (
          <Fact name="Sent">
            <RelativeTime time={message.sentAt} format="detail" />
          </Fact>
        ) : null}
        {attempts > 0 && state !== "sent" ? <Fact name="Attempts">{attempts}</Fact> : null}
        {error && state !== "sent" ? (
          <Fact name="Error">
            <span className="text-danger">{error}</span>
          </Fact>
        ) : null}
      </dl>
      {isOwn ? (
        <p className="rounded-lg border border-dashed border-line-strong px-4 py-8 text-center text-muted">
          You can't view messages addressed to you here, because they may contain sign-in codes. Ask another
          administrator.
        </p>
      ) : text === null ? (
        <p className="rounded-lg border border-dashed border-line-strong px-4 py-8 text-center text-muted">
          We delete the text of a message once it's sent.
        </p>
      ) : (
        <>
          <p className="flex gap-3 rounded-lg bg-warning-soft px-4 py-3 text-sm">
            <Icon name="lock" className="mt-0.5 shrink-0 text-warning" />
            <span>Any links and codes below are secret and belong to {formatRecipient(message)}.</span>
          </p>
          <section aria-label="Text" className="rounded-lg border border-line bg-surface p-4 sm:p-6">
            <p className="font-mono text-sm whitespace-pre-wrap">{text}</p>
          </section>
        </>
      )}
    </div>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <>
      <dt className="text-muted">{name}</dt>
      <dd className="min-w-0">{children}</dd>
    </>
  );
}

const STATE_BADGES: Readonly<Record<OutboxEntry["state"], ComponentProps<typeof Badge>>> = {
  sent: { variant: "accent", label: "Sent" },
  waiting: { variant: "warning", label: "Queued" },
  stored: { variant: "quiet", label: "Not sent" },
  failed: { variant: "danger", label: "Failed" },
};

/** An email's subject. Text messages have none, so they are named by their channel. */
const getEntryHeading = ({ channel, subject }: OutboxEntry): string =>
  channel === "email" ? subject : channel === "sms" ? "Text message" : "WhatsApp message";

/** Phone numbers are stored without their plus sign. */
const formatRecipient = ({ channel, to }: OutboxEntry): string => (channel === "email" ? to : `+${to}`);
