import { type FormEvent, useRef } from "react";
import type { AccountOverview, PendingEmailChange } from "#core/accounts/own-account.ts";
import { buildLandingUrl } from "#web/account/email-requests.ts";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/field.tsx";
import type { SettingsAnswer } from "./answer-settings.ts";
import { Problem } from "./problem.tsx";
import { SettingsForm } from "./settings-form.tsx";
import { useAccountForm } from "./use-account-form.ts";
import { useUnsavedText } from "./use-unsaved-text.ts";

interface EmailFormProps {
  readonly memberId: string;
  readonly account: AccountOverview;
  readonly answer: SettingsAnswer | undefined;
}

const ACTION = "/settings/security";

/** Shows the email address and its pending change, and changes it. */
export function EmailForm({ memberId, account, answer }: EmailFormProps) {
  const { email, emailChange } = account;
  return (
    <div className="grid grid-cols-1 gap-5">
      <p className="text-sm">
        {email ? (
          <>
            <span className="text-muted">Your email address is </span>
            <strong>{email}</strong>
          </>
        ) : (
          <span className="text-muted">Your account has no email address yet.</span>
        )}
      </p>
      {emailChange ? <WaitingChange change={emailChange} answer={answer} /> : null}
      {account.isSsoUser ? (
        <p className="text-sm text-muted">Your organization manages your email address. Change it there.</p>
      ) : (
        <NewAddress memberId={memberId} isOther={emailChange !== null} answer={answer} />
      )}
    </div>
  );
}

function WaitingChange({
  change: { newEmail, waitingFor },
  answer,
}: {
  change: PendingEmailChange;
  answer: SettingsAnswer | undefined;
}) {
  return (
    <div className="rounded-md border border-line bg-canvas p-4">
      <p className="text-sm">
        It will change to <strong>{newEmail}</strong> once you follow the{" "}
        {waitingFor.length > 1 ? "links in the emails" : "link in the email"} to{" "}
        {waitingFor.map((address, at) => (
          <span key={address}>
            {at > 0 ? " and " : ""}
            <strong>{address}</strong>
          </span>
        ))}
        .
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <SettingsForm action={ACTION} intent="resend-email" answer={answer} className="grid gap-2">
          {({ busy }) => (
            <Button type="submit" size="sm" disabled={busy}>
              {busy ? "Sending..." : "Resend email"}
            </Button>
          )}
        </SettingsForm>
        <SettingsForm action={ACTION} intent="cancel-email" answer={answer} className="grid gap-2">
          {({ busy }) => (
            <Button type="submit" look="quiet" size="sm" disabled={busy}>
              Cancel change
            </Button>
          )}
        </SettingsForm>
      </div>
    </div>
  );
}

/** With scripts the auth client requests the change, so that the emailed link belongs to this browser (PKCE). */
function NewAddress({
  memberId,
  isOther,
  answer,
}: {
  memberId: string;
  isOther: boolean;
  answer: SettingsAnswer | undefined;
}) {
  const form = useRef<HTMLFormElement>(null);
  const savedText = useUnsavedText(form, `${memberId}:email`);
  const { busy, problem, fields, run } = useAccountForm("email", answer, form);
  const typed = answer && !answer.ok && answer.intent === "email" ? answer.typed : {};

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get("email"));
    const emailRedirectTo = buildLandingUrl("email-change", ACTION);
    const changed = await run(
      (client) => client.updateUser({ email }, { emailRedirectTo }),
      "address-change-asked",
    );
    if (!changed) return;
    savedText.forget();
    form.current?.reset();
  }

  return (
    <form
      ref={form}
      method="post"
      action={ACTION}
      onSubmit={submit}
      onInput={(event) => savedText.write(event.currentTarget)}
      className="grid grid-cols-1 gap-4"
    >
      <input type="hidden" name="intent" value="email" />
      <TextField
        label={isOther ? "Another new email" : "New email"}
        name="email"
        type="email"
        required
        autoComplete="email"
        defaultValue={typed.email}
        error={fields.email}
        hint="We'll email you a link to confirm it. Until then, sign in with your current address."
        className="max-w-sm"
      />
      {problem && !fields.email ? (
        <Problem proofFor={problem.needsProof ? ACTION : undefined}>{problem.message}</Problem>
      ) : null}
      <Button type="submit" disabled={busy} className="justify-self-start">
        {busy ? "Sending..." : "Change email"}
      </Button>
    </form>
  );
}
