import type { ReactNode } from "react";
import type { OutboxEmail } from "#core/admin/outbox.ts";
import { RelativeTime } from "#web/page/relative-time.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { BackLink } from "./back-link.tsx";
import { formatRecipient, getEntryHeading, OutboxState } from "./outbox-state.tsx";

/** An email as plain text, without links: following one would sign the administrator in as someone else. */
export function OutboxEmailPage({ email }: { email: OutboxEmail }) {
  const { text, isOwn, state, attempts, error } = email;
  return (
    <div className="page-main grid grid-cols-1 gap-5">
      <BackLink to="/admin/outbox" />
      <h1 className="text-xl wrap-anywhere sm:text-2xl">{getEntryHeading(email)}</h1>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-6 gap-y-2 text-sm">
        <Fact name="To">{formatRecipient(email)}</Fact>
        <Fact name="Status">
          <OutboxState state={state} />
        </Fact>
        <Fact name="Created">
          <RelativeTime time={email.createdAt} format="detail" />
        </Fact>
        {email.sentAt ? (
          <Fact name="Sent">
            <RelativeTime time={email.sentAt} format="detail" />
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
          You can't view emails addressed to you here, because they may contain sign-in codes. Ask another
          administrator.
        </p>
      ) : text === null ? (
        <p className="rounded-lg border border-dashed border-line-strong px-4 py-8 text-center text-muted">
          We delete the text of an email once it's sent.
        </p>
      ) : (
        <>
          <p className="flex gap-3 rounded-lg bg-warning-soft px-4 py-3 text-sm">
            <Icon name="lock" className="mt-0.5 shrink-0 text-warning" />
            <span>The links and codes below are secret and belong to {formatRecipient(email)}.</span>
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
