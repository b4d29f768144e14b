import type { FormEvent } from "react";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/field.tsx";
import { OtherWays, ProblemNote, ViewLink } from "./form-parts.tsx";
import type { SignIn } from "./use-sign-in.ts";

interface AskForMailFormProps {
  readonly signIn: SignIn;
  readonly purpose: "recovery" | "magic-link";
}

const SENTENCES = {
  recovery: "We mail you a link with which you choose a new password.",
  "magic-link": "We mail you a link and a code that sign you in without a password.",
};

/** Asks for the address. What follows is the same whether it is known or not. */
export function AskForMailForm({ signIn, purpose }: AskForMailFormProps) {
  const { options, state, busy, next, call, change, go } = signIn;
  const { failure } = state;
  if (!options.email) return <p className="text-muted">This community sends no mails at the moment.</p>;

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get("email"));
    change({ email });
    void call(async (client) => {
      const { askForMail } = await import("./mail-calls.ts");
      await askForMail(client, { email, purpose, next, mayCreate: !options.signupDisabled });
      go("code", { email, purpose });
    });
  }

  return (
    <>
      <form
        method="post"
        action={`/auth?next=${encodeURIComponent(next)}`}
        onSubmit={submit}
        className="grid gap-4"
      >
        <p className="text-sm text-muted">{SENTENCES[purpose]}</p>
        <input type="hidden" name="intent" value={purpose === "recovery" ? "recover" : "magic-link"} />
        <TextField
          label="Email"
          name="email"
          type="email"
          data-autofocus
          required
          autoComplete="username"
          defaultValue={state.email}
          error={failure?.field === "email" ? failure.message : undefined}
        />
        {failure && failure.field !== "email" ? <ProblemNote>{failure.message}</ProblemNote> : null}
        <Button type="submit" look="primary" disabled={busy}>
          {busy ? "Sending..." : "Send the mail"}
        </Button>
      </form>
      <OtherWays>
        <ViewLink signIn={signIn} view="login">
          Back to login
        </ViewLink>
      </OtherWays>
    </>
  );
}
