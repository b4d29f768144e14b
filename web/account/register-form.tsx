import { type FormEvent, useRef } from "react";
import { REGISTRATION_FAILED } from "#core/messages.ts";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/field.tsx";
import { ProblemNote } from "./form-parts.tsx";
import { lastEmailAddress } from "./last-email-address.ts";
import { NewPasswordField } from "./new-password-field.tsx";
import type { SignIn } from "./use-sign-in.ts";

/** Creates an account. Errors are shown in a toast and at their field; without scripts, above the button. */
export function RegisterForm({ signIn }: { signIn: SignIn }) {
  const { options, state, busy, next, arrive, signInBy, change, go } = signIn;
  const { failure } = state;
  const element = useRef<HTMLFormElement>(null);
  if (options.signupDisabled || !options.email)
    return <p className="text-muted">This community isn't accepting new members right now.</p>;

  const typed = () => {
    const form = new FormData(element.current ?? undefined);
    return { email: String(form.get("email") ?? ""), username: String(form.get("username") ?? "") };
  };

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { email, username } = typed();
    const password = String(new FormData(event.currentTarget).get("password"));
    change({ email, username });
    void signInBy(async (client) => {
      lastEmailAddress.store(email);
      const { data, error } = await client.signUp({
        email,
        password,
        options: { data: { username }, emailRedirectTo: location.origin },
      });
      if (error) throw error;
      if (data.session) return arrive(data.session, { to: next, notice: "account-created" });
      go("code", { purpose: "signup", email });
    }, REGISTRATION_FAILED);
  }

  const atField = (field: string) => (failure?.field === field ? failure.message : undefined);
  return (
    <form
      ref={element}
      method="post"
      action={`/auth?tab=register&next=${encodeURIComponent(next)}`}
      onSubmit={submit}
      className="grid gap-4"
    >
      <input type="hidden" name="intent" value="register" />
      <TextField
        label="Username"
        name="username"
        data-autofocus
        required
        autoComplete="username"
        defaultValue={state.username}
        hint="3 to 30 characters. Others will see it."
        error={atField("username")}
      />
      <TextField
        label="Email"
        name="email"
        type="email"
        required
        autoComplete="email"
        defaultValue={state.email}
        error={atField("email")}
      />
      <NewPasswordField
        rules={options.password}
        owner={typed}
        refused={failure?.field === "password" ? failure.reasons : NONE}
      />
      {failure && failure.field === null && !state.isToasted ? (
        <ProblemNote>{failure.message}</ProblemNote>
      ) : null}
      <Button type="submit" look="primary" disabled={busy}>
        {busy ? "Creating account..." : "Create account"}
      </Button>
      {/* Opened in new tabs so that the form isn't lost. */}
      <p className="text-sm text-faint">
        By creating an account, you agree to the{" "}
        <a href="/terms" target="_blank" className="underline" rel="noopener">
          Terms of Service
        </a>{" "}
        and the{" "}
        <a href="/privacy" target="_blank" className="underline" rel="noopener">
          Privacy Policy
        </a>
        .
      </p>
    </form>
  );
}

const NONE: readonly string[] = [];
