import type { FormEvent } from "react";
import type { MailPurpose } from "#core/accounts/sign-in-options.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/field.tsx";
import { ProblemNote } from "./form-parts.tsx";
import type { SignIn } from "./use-sign-in.ts";

interface AskAgainFormProps {
  readonly signIn: SignIn;
  /** Undefined where the link did not say: then the server knows what the account needs. */
  readonly purpose: MailPurpose | undefined;
  readonly onAsked: () => void;
}

/** A link that has run out: says so, and mails a new one of its kind. */
export function AskAgainForm({ signIn, purpose = "magic-link", onAsked }: AskAgainFormProps) {
  const { state, busy, next, call, change, go, options } = signIn;
  const { failure } = state;

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get("email"));
    change({ email });
    void call(async (client) => {
      const { askForMail } = await import("./mail-calls.ts");
      await askForMail(client, { email, purpose, next, mayCreate: false });
      // A change of address is mailed to two: which of them is typed from is asked.
      go("code", { purpose, email: purpose === "email-change" ? "" : email });
      onAsked();
    });
  }

  return (
    <>
      <p className="mb-4 text-muted">It has expired or was used already.</p>
      {options.email ? (
        <form
          method="post"
          action={`/auth?next=${encodeURIComponent(next)}`}
          onSubmit={submit}
          className="grid gap-4"
        >
          <input type="hidden" name="intent" value={purpose === "recovery" ? "recover" : "magic-link"} />
          <TextField
            label={purpose === "email-change" ? "The email of your account until now" : "Email"}
            name="email"
            type="email"
            required
            autoComplete="username"
            defaultValue={state.email}
            error={failure?.field === "email" ? failure.message : undefined}
          />
          {failure && failure.field !== "email" ? <ProblemNote>{failure.message}</ProblemNote> : null}
          <Button type="submit" look="primary" disabled={busy}>
            {busy ? "Sending..." : "Send a new link"}
          </Button>
        </form>
      ) : (
        <ButtonLink to="/auth" look="primary">
          Sign in
        </ButtonLink>
      )}
    </>
  );
}
