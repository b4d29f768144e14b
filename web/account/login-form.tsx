import { type FormEvent, useEffect, useRef, useState } from "react";
import { LOGIN_FAILED } from "#core/messages.ts";
import { Problem, SubmitButton } from "#web/forms/form-controls.tsx";
import { Button } from "#web/ui/button.tsx";
import { PasswordField, TextField } from "#web/ui/field.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { useHydrated } from "#web/ui/use-hydrated.ts";
import { AlternativeActions, LastUsedBadge, SignInForm, TextButton, ViewLink } from "./form-parts.tsx";
import { hasOtherOptions, OtherOptions } from "./other-options.tsx";
import { type ChosenPasskey, isPasskeySupported, waitForPasskey } from "./passkey-autofill.ts";
import type { SignIn } from "./use-sign-in.ts";

const DEMO_HINT =
  "Demo: sign in as an administrator with admin@lattice.example and the password lattice-demo.";

/**
 * Signs in with a password and links to the alternatives. If the password sign-in fails, the error is shown in a toast;
 * without JavaScript, above the button.
 */
export function LoginForm({ signIn }: { signIn: SignIn }) {
  const { options, site, state, busy, next, lastUsed, complete, call, submitSignIn, change } = signIn;
  const { failure } = state;
  const hasPasswordBadge = lastUsed === "password" && (hasOtherOptions(signIn) || options.sso);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const email = String(form.get("email"));
    change({ email });
    void submitSignIn(async (client) => {
      const { data, error } = await client.signInWithPassword({
        email,
        password: String(form.get("password")),
      });
      if (error) throw error;
      await complete(data.session, { to: next, notice: "welcome-back" }, "password");
    }, LOGIN_FAILED);
  }

  /** For users who signed up but never confirmed their email address. */
  function resendConfirmation() {
    void call(async (client) => {
      const { requestEmail } = await import("./email-requests.ts");
      await requestEmail(client, { email: state.email, purpose: "signup", next, mayCreateAccount: false });
      signIn.showView("code", { purpose: "signup" });
    });
  }

  function signInAsGuest(event: FormEvent) {
    event.preventDefault();
    void submitSignIn(async (client) => {
      const { data, error } = await client.signInAnonymously();
      if (error) throw error;
      if (data.session) await complete(data.session, { to: next, notice: "guest-signed-in" });
    }, LOGIN_FAILED);
  }

  return (
    <>
      {options.email ? (
        <SignInForm signIn={signIn} intent="login" showsOwnFieldErrors onSubmit={submit}>
          <TextField
            label="Email"
            name="email"
            type="email"
            data-autofocus
            required
            autoComplete={options.passkeys ? "username webauthn" : "username"}
            defaultValue={state.email}
          />
          <PasswordField
            label="Password"
            name="password"
            required
            autoComplete="current-password"
            autoFocus={failure !== null && !state.isToasted}
          />
          {failure && !state.isToasted ? <Problem>{failure.message}</Problem> : null}
          {failure?.code === "email_not_confirmed" ? (
            <p className="text-sm text-muted">
              Your email address isn't confirmed yet.{" "}
              <TextButton busy={busy} onClick={resendConfirmation}>
                {options.isEmailConfigured ? "Email me a new link" : "Request a new link"}
              </TextButton>
            </p>
          ) : null}
          <div className="relative grid">
            <SubmitButton
              label="Login"
              busyLabel="Signing in..."
              variant="primary"
              aria-describedby={hasPasswordBadge ? "password-last-used" : undefined}
              className=""
            />
            {hasPasswordBadge ? <LastUsedBadge id="password-last-used" isOnBorder /> : null}
          </div>
          {site.showsDemoHint ? <p className="text-sm text-faint">{DEMO_HINT}</p> : null}
        </SignInForm>
      ) : (
        <p className="text-muted">
          {options.phone ||
          options.sso ||
          options.anonymous ||
          options.ethereum ||
          options.providers.length > 0
            ? "Email sign-in is turned off right now."
            : "Sign-in is turned off right now."}
        </p>
      )}
      <OtherOptions signIn={signIn} />
      <PasskeySignIn signIn={signIn} />
      {options.email || options.phone || options.sso || options.anonymous ? (
        <AlternativeActions>
          {options.email ? (
            <>
              <ViewLink signIn={signIn} view="recover" label="Forgot your password?" />
              {options.isEmailConfigured ? (
                <ViewLink signIn={signIn} view="magic-link" method="email" label="Email me a link instead" />
              ) : null}
            </>
          ) : null}
          {options.phone ? <ViewLink signIn={signIn} view="phone" label="Text me a code" /> : null}
          {options.sso ? (
            <ViewLink signIn={signIn} view="sso" method="sso" label="Use single sign-on" />
          ) : null}
          {options.anonymous ? (
            <SignInForm signIn={signIn} intent="guest" onSubmit={signInAsGuest} className={undefined}>
              <TextButton type="submit" busy={busy}>
                Continue as a guest
              </TextButton>
            </SignInForm>
          ) : null}
        </AlternativeActions>
      ) : null}
    </>
  );
}

/**
 * Lets the user sign in with a passkey and without an email address, by pressing a button or by choosing a passkey in
 * the email field's autofill. The server renders the button too, so that the links below it don't move; without scripts, CSS
 * hides it.
 */
function PasskeySignIn({ signIn }: { signIn: SignIn }) {
  const { busy, next, submitSignIn, complete, options } = signIn;
  const hydrated = useHydrated();
  const [problem, setProblem] = useState<string | null>(null);
  const [failureCount, setFailureCount] = useState(0);
  const autofillController = useRef<AbortController | null>(null);

  /** Signs in with the passkey that was chosen in the autofill. If none was, asks the browser for one. */
  async function signInWith(chosenPasskey?: ChosenPasskey) {
    // Browsers allow one request at a time.
    autofillController.current?.abort();
    setProblem(null);
    let isSignedIn = false;
    await submitSignIn(async (client) => {
      const { signInWithPasskey, signInWithChosenPasskey, describePasskeyProblem } = await import(
        "./use-passkey.ts"
      );
      try {
        const session = chosenPasskey
          ? await signInWithChosenPasskey(client, chosenPasskey)
          : await signInWithPasskey(client);
        await complete(session, { to: next, notice: "welcome-back" }, "passkey");
        isSignedIn = true;
      } catch (error) {
        setProblem(describePasskeyProblem(error));
      }
    });
    if (!isSignedIn) setFailureCount((count) => count + 1);
  }

  const latestSignInWith = useRef(signInWith);
  latestSignInWith.current = signInWith;
  // The autofill offers passkeys again after each failed attempt.
  // biome-ignore lint/correctness/useExhaustiveDependencies: `failureCount` restarts it
  useEffect(() => {
    if (!options.passkeys || !isPasskeySupported()) return;
    const controller = new AbortController();
    autofillController.current = controller;
    void waitForPasskey(controller.signal).then((chosenPasskey) => {
      if (chosenPasskey) return latestSignInWith.current(chosenPasskey);
    });
    return () => controller.abort();
  }, [options.passkeys, failureCount]);

  if (!options.passkeys || (hydrated && !isPasskeySupported())) return null;
  return (
    <div className="mt-2.5 grid gap-2.5 [@media(scripting:none)]:hidden">
      <Button busy={busy} onClick={() => void signInWith()}>
        <Icon name="key-round" />
        Sign in with a passkey
      </Button>
      {problem ? <Problem>{problem}</Problem> : null}
    </div>
  );
}
