import type { FormEvent } from "react";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/field.tsx";
import { OtherWays, ProblemNote, ViewLink } from "./form-parts.tsx";
import type { SignIn } from "./use-sign-in.ts";

/** Goes to the identity provider of the address's domain; the browser comes back to /auth/landing. */
export function SsoForm({ signIn }: { signIn: SignIn }) {
  const { state, busy, next, call, change } = signIn;
  const { failure } = state;

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const email = String(new FormData(event.currentTarget).get("email"));
    change({ email });
    void call(async (client) => {
      const { landingAddress } = await import("./mail-calls.ts");
      const { error } = await client.signInWithSSO({
        domain: email.slice(email.lastIndexOf("@") + 1).trim(),
        options: { redirectTo: landingAddress("sso", next) },
      });
      if (error) throw error;
    });
  }

  return (
    <>
      <noscript>
        <p className="mb-4 text-sm text-muted">
          Single sign-on takes scripts, which are off in this browser.
        </p>
      </noscript>
      <form
        method="post"
        action={`/auth?${new URLSearchParams({ tab: "sso", next })}`}
        onSubmit={submit}
        className="grid gap-4"
      >
        <input type="hidden" name="intent" value="sso" />
        <p className="text-sm text-muted">
          If your organization is connected to this community, you sign in where you always do.
        </p>
        <TextField
          label="Work email"
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
          {busy ? "One moment..." : "Go to your organization"}
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
