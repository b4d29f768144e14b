import { type FormEvent, useState } from "react";
import { LOGIN_FAILED, REGISTRATION_FAILED } from "#core/messages.ts";
import { NOTICES } from "#core/notices.ts";
import { Button } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { TextField } from "#web/ui/field.tsx";
import { toast } from "#web/ui/toast.tsx";

export type SignInTab = "login" | "register";

/** What a form sent without script came back with. */
export interface SignInFailure {
  readonly tab: SignInTab;
  readonly message: string;
  readonly email: string;
  readonly username: string;
}

interface SignInFormProps {
  readonly hasDemo: boolean;
  readonly signupDisabled: boolean;
  /** Where to go afterwards, for the form without script. */
  readonly next: string;
  readonly initialTab?: SignInTab;
  readonly failure?: SignInFailure | undefined;
  readonly onSignedIn: () => void;
}

const DEMO_HINT =
  "Demo: sign in as the administrator with admin@lattice.example and the password lattice-demo.";

/** Login and Register. With script the auth client speaks; without, the same form posts to /auth. */
export function SignInForm({
  hasDemo,
  signupDisabled,
  next,
  initialTab,
  failure,
  onSignedIn,
}: SignInFormProps) {
  const [tab, setTab] = useState<SignInTab>(failure?.tab ?? initialTab ?? "login");
  const [busy, setBusy] = useState(false);
  // Where a link to confirm the address went, when the community asks for that.
  const [mailedTo, setMailedTo] = useState("");
  const [problem, setProblem] = useState(failure?.tab === tab ? failure.message : "");

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const email = String(form.get("email"));
    const password = String(form.get("password"));
    const failed = tab === "login" ? LOGIN_FAILED : REGISTRATION_FAILED;
    setBusy(true);
    setProblem("");
    try {
      const { getAuthClient } = await import("./auth-client.ts");
      const client = await getAuthClient();
      const { data, error } =
        tab === "login"
          ? await client.signInWithPassword({ email, password })
          : await client.signUp({
              email,
              password,
              options: { data: { username: String(form.get("username")) }, emailRedirectTo: location.origin },
            });
      if (error) throw error;
      if (!data.session) {
        setMailedTo(email);
        return;
      }
      toast(tab === "login" ? NOTICES["welcome-back"] : NOTICES["account-created"]);
      onSignedIn();
    } catch (error) {
      const description = (error instanceof Error && error.message) || failed.description;
      setProblem(description);
      toast({ ...failed, description, destructive: true });
    } finally {
      setBusy(false);
    }
  }

  if (mailedTo) {
    return (
      <p role="status" className="text-muted">
        Check your mail: a link to confirm your address is on its way to{" "}
        <strong className="text-text">{mailedTo}</strong>. Open it in this browser.
      </p>
    );
  }

  return (
    <div>
      <div
        role="tablist"
        aria-label="Sign in or register"
        className="mb-5 grid grid-cols-2 gap-1 rounded-md bg-canvas p-1"
      >
        {(["login", "register"] as const).map((value) => (
          <a
            key={value}
            href={`/auth?tab=${value}&next=${encodeURIComponent(next)}`}
            role="tab"
            id={`tab-${value}`}
            aria-selected={tab === value}
            aria-controls="sign-in-panel"
            onClick={(event) => {
              event.preventDefault();
              setTab(value);
              setProblem("");
            }}
            className={classNames(
              "grid h-9 place-items-center rounded-sm text-sm font-semibold",
              tab === value ? "bg-hover text-text" : "text-muted hover:text-text",
            )}
          >
            {value === "login" ? "Login" : "Register"}
          </a>
        ))}
      </div>

      <div id="sign-in-panel" role="tabpanel" aria-labelledby={`tab-${tab}`}>
        {tab === "register" && signupDisabled ? (
          <p className="text-muted">This community takes no new members at the moment.</p>
        ) : (
          <form
            method="post"
            action={`/auth?next=${encodeURIComponent(next)}`}
            onSubmit={submit}
            className="grid gap-4"
          >
            <input type="hidden" name="intent" value={tab} />
            {tab === "register" ? (
              <TextField
                key="username"
                label="Username"
                name="username"
                data-autofocus
                required
                autoComplete="username"
                defaultValue={failure?.username}
                hint="3 to 30 characters, as others will see it."
              />
            ) : null}
            <TextField
              label="Email"
              name="email"
              type="email"
              data-autofocus={tab === "login" || undefined}
              required
              autoComplete={tab === "login" ? "username" : "email"}
              defaultValue={failure?.email}
            />
            <TextField
              label="Password"
              name="password"
              type="password"
              required
              autoComplete={tab === "login" ? "current-password" : "new-password"}
              hint={tab === "register" ? "At least 6 characters." : undefined}
            />
            {problem ? (
              <p className="rounded-md bg-danger-soft px-3 py-2 text-sm text-danger">{problem}</p>
            ) : null}
            <Button type="submit" look="primary" disabled={busy}>
              {tab === "login"
                ? busy
                  ? "Signing in..."
                  : "Login"
                : busy
                  ? "Creating account..."
                  : "Create account"}
            </Button>
            {tab === "login" && hasDemo ? <p className="text-sm text-faint">{DEMO_HINT}</p> : null}
          </form>
        )}
      </div>
    </div>
  );
}
