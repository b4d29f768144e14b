import { type FormEvent, useRef } from "react";
import type { AccountOverview, PendingEmailChange } from "#core/accounts/own-account.ts";
import { getEmailNotice } from "#core/notices.ts";
import { buildLandingUrl } from "#web/account/email-requests.ts";
import { useAccountForm } from "#web/account/use-account-form.ts";
import { ActionForm } from "#web/forms/action-form.tsx";
import { SubmitButton } from "#web/forms/form-controls.tsx";
import { useUnsavedText } from "#web/forms/use-unsaved-text.ts";
import { TextField } from "#web/ui/field.tsx";
import { AccountForm, AccountProblem, SECURITY_PATH } from "./account-form.tsx";

interface EmailFormProps {
  readonly memberId: string;
  readonly account: AccountOverview & { readonly isEmailConfigured: boolean };
}

const ASK_FOR_LINK = "This site doesn't send email yet. Ask an administrator for the confirmation link.";
const ASK_FOR_LINKS = "This site doesn't send email yet. Ask an administrator for the confirmation links.";

export function EmailForm({ memberId, account }: EmailFormProps) {
  const { email, emailChange, isEmailConfigured } = account;
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
      {emailChange ? (
        <PendingChange change={emailChange} hasEmail={Boolean(email)} isEmailConfigured={isEmailConfigured} />
      ) : null}
      {account.isSsoUser ? (
        <p className="text-sm text-muted">Your organization manages your email address. Change it there.</p>
      ) : (
        <EmailChangeForm memberId={memberId} account={account} />
      )}
    </div>
  );
}

function PendingChange({
  change: { newEmail, unconfirmedAddresses },
  hasEmail,
  isEmailConfigured,
}: {
  change: PendingEmailChange;
  hasEmail: boolean;
  isEmailConfigured: boolean;
}) {
  const hasTwoLinks = unconfirmedAddresses.length > 1;
  const emailedLinks = hasTwoLinks ? "links in the emails to" : "link in the email to";
  const createdLinks = hasTwoLinks ? "confirmation links for" : "confirmation link for";
  return (
    <div className="rounded-md border border-line bg-canvas p-4">
      <p className="text-sm">
        {hasEmail ? "It will change to" : "We'll add"} <strong>{newEmail}</strong> once you follow the{" "}
        {isEmailConfigured ? emailedLinks : createdLinks}{" "}
        {unconfirmedAddresses.map((address, index) => (
          <span key={address}>
            {index > 0 ? " and " : ""}
            <strong>{address}</strong>
          </span>
        ))}
        .{isEmailConfigured ? "" : ` ${hasTwoLinks ? ASK_FOR_LINKS : ASK_FOR_LINK}`}
      </p>
      <div className="mt-3 flex flex-wrap gap-2">
        <ActionForm action={SECURITY_PATH} intent="resend-email" className="grid gap-2">
          <SubmitButton
            label={isEmailConfigured ? "Resend email" : "Request a new link"}
            busyLabel={isEmailConfigured ? "Sending..." : "Creating..."}
            size="sm"
          />
        </ActionForm>
        <ActionForm action={SECURITY_PATH} intent="cancel-email" className="grid gap-2">
          <SubmitButton label="Cancel change" variant="quiet" size="sm" />
        </ActionForm>
      </div>
    </div>
  );
}

/** With JavaScript, the auth client requests the change, so that the emailed link belongs to this browser (PKCE). */
function EmailChangeForm({
  memberId,
  account: { email: currentEmail, emailChange, isEmailConfigured },
}: EmailFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const unsavedText = useUnsavedText(form, `${memberId}:email`);
  const state = useAccountForm("email", { form });
  // The pending change above already says this.
  const linkHint = emailChange ? "" : ASK_FOR_LINK;

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get("email"));
    const emailRedirectTo = buildLandingUrl("email-change", SECURITY_PATH);
    const isRequested = await state.run(
      (client) => client.updateUser({ email }, { emailRedirectTo }),
      getEmailNotice("email-change-requested", isEmailConfigured),
    );
    if (!isRequested) return;
    unsavedText.clear();
    form.current?.reset();
  }

  return (
    <AccountForm
      ref={form}
      state={state}
      onSubmit={submit}
      onInput={(event) => unsavedText.save(event.currentTarget)}
      className="grid grid-cols-1 gap-4"
    >
      <TextField
        label={currentEmail ? "New email" : "Email"}
        name="email"
        type="email"
        required
        autoComplete="email"
        hint={[
          isEmailConfigured ? "We'll email you a confirmation link." : linkHint,
          currentEmail ? "Until you confirm the new address, sign in with your current one." : "",
        ]
          .filter(Boolean)
          .join(" ")}
        className="max-w-sm"
      />
      <AccountProblem state={state} field="email" />
      <SubmitButton label={currentEmail ? "Change email" : "Add email"} busyLabel="Saving..." />
    </AccountForm>
  );
}
