import { type FormEvent, useRef } from "react";
import type { OwnPhone } from "#core/accounts/own-account.ts";
import { formatPhone } from "#core/accounts/phone.ts";
import { ActionForm } from "#web/forms/action-form.tsx";
import type { FormResult } from "#web/forms/answer-form.ts";
import { Problem } from "#web/forms/problem.tsx";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/field.tsx";
import { useAccountForm } from "./use-account-form.ts";

interface PhoneFormProps {
  readonly phone: OwnPhone;
  readonly result: FormResult | undefined;
}

const ACTION = "/settings/security";

/** Shows the phone number and its pending change, and changes it. */
export function PhoneForm({ phone, result }: PhoneFormProps) {
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
      {newNumber ? <PendingChange newNumber={newNumber} result={result} /> : null}
      <PhoneChangeForm phone={phone} result={result} />
    </div>
  );
}

function PendingChange({ newNumber, result }: { newNumber: string; result: FormResult | undefined }) {
  return (
    <div className="grid grid-cols-1 gap-4 rounded-md border border-line bg-canvas p-4">
      <p className="text-sm">
        It will change to <strong>{formatPhone(newNumber)}</strong> once you enter the code from our text
        message.
      </p>
      <ActionForm action={ACTION} intent="phone-code" result={result}>
        {({ busy, fields }) => (
          <>
            <TextField
              label="Code from the text message"
              name="code"
              required
              inputMode="numeric"
              autoComplete="one-time-code"
              maxLength={14}
              error={fields.code}
              className="max-w-sm"
            />
            <Button type="submit" disabled={busy} className="justify-self-start">
              {busy ? "Verifying..." : "Confirm number"}
            </Button>
          </>
        )}
      </ActionForm>
      <div className="flex flex-wrap gap-2">
        <ActionForm action={ACTION} intent="resend-phone" result={result} className="grid gap-2">
          {({ busy }) => (
            <Button type="submit" size="sm" disabled={busy}>
              {busy ? "Sending..." : "Text me another code"}
            </Button>
          )}
        </ActionForm>
        <ActionForm action={ACTION} intent="cancel-phone" result={result} className="grid gap-2">
          {({ busy }) => (
            <Button
              type="submit"
              variant="quiet"
              size="sm"
              disabled={busy}
              aria-label="Cancel change of the phone number"
            >
              Cancel change
            </Button>
          )}
        </ActionForm>
      </div>
    </div>
  );
}

/** With JavaScript, the auth client requests the change, so that a step-up can be asked for on this page. */
function PhoneChangeForm({ phone: { number, needsCode }, result }: PhoneFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const { busy, problem, fields, run } = useAccountForm("phone", result, form);
  const input = result && !result.ok && result.intent === "phone" ? result.input : {};

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const phone = String(new FormData(event.currentTarget).get("phone"));
    const isRequested = await run(
      (client) => client.updateUser({ phone }),
      needsCode ? "phone-code-sent" : "phone-changed",
    );
    if (isRequested) form.current?.reset();
  }

  return (
    <form ref={form} method="post" action={ACTION} onSubmit={submit} className="grid grid-cols-1 gap-4">
      <input type="hidden" name="intent" value="phone" />
      <TextField
        label={number ? "New phone number" : "Phone number"}
        name="phone"
        type="tel"
        required
        autoComplete="tel"
        maxLength={40}
        defaultValue={input.phone}
        error={fields.phone}
        hint={`With the country code, for example +49 1512 3456789.${needsCode ? " We'll text you a code." : ""}`}
        className="max-w-sm"
      />
      {problem && !fields.phone ? (
        <Problem proofFor={problem.needsProof ? ACTION : undefined}>{problem.message}</Problem>
      ) : null}
      <Button type="submit" disabled={busy} className="justify-self-start">
        {busy ? "Sending..." : number ? "Change phone number" : "Add phone number"}
      </Button>
    </form>
  );
}
