import { type FormEvent, useRef } from "react";
import type { OwnPhone } from "#core/accounts/own-account.ts";
import { formatPhone } from "#core/accounts/phone.ts";
import { useAccountForm } from "#web/account/use-account-form.ts";
import { ActionForm } from "#web/forms/action-form.tsx";
import { SubmitButton } from "#web/forms/form-controls.tsx";
import { TextField } from "#web/ui/field.tsx";
import { AccountForm, AccountProblem, SECURITY_PATH } from "./account-form.tsx";

interface PhoneFormProps {
  readonly phone: OwnPhone;
}

export function PhoneForm({ phone }: PhoneFormProps) {
  const { number, newNumber } = phone;
  return (
    <div className="grid grid-cols-1 gap-5">
      <p className="text-sm">
        {number ? (
          <>
            <span className="text-muted">Your phone number is </span>
            <strong>{formatPhone(number)}</strong>
          </>
        ) : (
          <span className="text-muted">Your account has no phone number yet.</span>
        )}
      </p>
      {newNumber ? <PendingChange newNumber={newNumber} hasNumber={Boolean(number)} /> : null}
      <PhoneChangeForm phone={phone} />
    </div>
  );
}

function PendingChange({ newNumber, hasNumber }: { newNumber: string; hasNumber: boolean }) {
  return (
    <div className="grid grid-cols-1 gap-4 rounded-md border border-line bg-canvas p-4">
      <p className="text-sm">
        {hasNumber ? "It will change to" : "We'll add"} <strong>{formatPhone(newNumber)}</strong> once you
        enter the code from our text message.
      </p>
      <ActionForm action={SECURITY_PATH} intent="phone-code">
        <TextField
          label="Code from the text message"
          name="code"
          required
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={14}
          className="max-w-sm"
        />
        <SubmitButton label="Confirm number" busyLabel="Verifying..." />
      </ActionForm>
      <div className="flex flex-wrap gap-2">
        <ActionForm action={SECURITY_PATH} intent="resend-phone" className="grid gap-2">
          <SubmitButton label="Text me another code" busyLabel="Sending..." size="sm" />
        </ActionForm>
        <ActionForm action={SECURITY_PATH} intent="cancel-phone" className="grid gap-2">
          <SubmitButton
            label="Cancel change"
            variant="quiet"
            size="sm"
            aria-label="Cancel change of phone number"
          />
        </ActionForm>
      </div>
    </div>
  );
}

/** With JavaScript, the auth client requests the change, so that a required step-up takes place on this page. */
function PhoneChangeForm({ phone: { number, needsCode } }: PhoneFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const state = useAccountForm("phone", { form });

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const phone = String(new FormData(event.currentTarget).get("phone"));
    const isRequested = await state.run(
      (client) => client.updateUser({ phone }),
      needsCode ? "phone-code-sent" : "phone-changed",
    );
    if (isRequested) form.current?.reset();
  }

  return (
    <AccountForm ref={form} state={state} onSubmit={submit} className="grid grid-cols-1 gap-4">
      <TextField
        label={number ? "New phone number" : "Phone number"}
        name="phone"
        type="tel"
        required
        autoComplete="tel"
        maxLength={40}
        hint={`With the country code, for example +49 1512 3456789.${needsCode ? " We'll text you a code." : ""}`}
        className="max-w-sm"
      />
      <AccountProblem state={state} field="phone" />
      <SubmitButton label={number ? "Change phone number" : "Add phone number"} busyLabel="Saving..." />
    </AccountForm>
  );
}
