import { type FormEvent, useRef } from "react";
import type { AcceptedInvitation, SignInOptions } from "#core/accounts/sign-in-options.ts";
import { REGISTRATION_FAILED } from "#core/messages.ts";
import { Problem, SubmitButton } from "#web/forms/form-controls.tsx";
import { TextField } from "#web/ui/field.tsx";
import { SignInForm, ViewLink } from "./form-parts.tsx";
import { NewPasswordField } from "./new-password-field.tsx";
import { OtherOptions } from "./other-options.tsx";
import type { SignIn } from "./use-sign-in.ts";

/**
 * Creates an account. Errors are shown in a toast and next to their fields. Without JavaScript, errors that don't
 * belong to a field are shown above the button.
 */
export function RegisterForm({ signIn }: { signIn: SignIn }) {
  const { options, state, next, complete, submitSignIn, change, showView } = signIn;
  const { failure } = state;
  const formRef = useRef<HTMLFormElement>(null);
  if (!options.signupDisabled && !options.email && options.providers.length > 0)
    return <OtherOptions signIn={signIn} />;
  if (options.signupDisabled && options.isInviteOnly) return <InvitationNeeded options={options} />;
  if (options.signupDisabled || !options.email)
    return <p className="text-muted">This community isn't accepting new members right now.</p>;
  const { invitation } = options;

  const getInput = () => {
    const form = new FormData(formRef.current ?? undefined);
    return { email: String(form.get("email") ?? ""), username: String(form.get("username") ?? "") };
  };

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const { email, username } = getInput();
    const password = String(new FormData(event.currentTarget).get("password"));
    change({ email, username });
    void submitSignIn(async (client) => {
      const { findSignUpProblems, signUp } = await import("./sign-up.ts");
      change({ problems: findSignUpProblems({ username, email, password }, options.password) });
      const { data, error } = await signUp(client, { username, email, password });
      if (error) throw error;
      if (data.session) return complete(data.session, { to: next, notice: "account-created" }, "password");
      showView("code", { purpose: "signup", email });
    }, REGISTRATION_FAILED);
  }

  // The server's error names only one field, so problems with the other fields are shown along with it.
  const problems = failure?.field ? state.problems : null;
  const getFieldError = (field: "username" | "email") =>
    failure?.field === field ? failure.message : problems?.[field];
  return (
    <>
      {invitation ? <AcceptedInvitationNote invitation={invitation} /> : null}
      <SignInForm
        ref={formRef}
        signIn={signIn}
        intent="register"
        showsOwnFieldErrors
        action={`/auth?tab=register&next=${encodeURIComponent(next)}`}
        onSubmit={submit}
      >
        <TextField
          label="Username"
          name="username"
          data-autofocus
          required
          autoComplete="nickname"
          defaultValue={state.username}
          hint="3 to 30 characters. Visible to everyone."
          error={getFieldError("username")}
        />
        <TextField
          label="Email"
          name="email"
          type="email"
          required
          // Password managers store it as the account's name, because members sign in with it.
          autoComplete="username"
          defaultValue={state.email || (invitation?.email ?? "")}
          hint={invitation?.email ? "Your invitation works for this address only." : undefined}
          error={getFieldError("email")}
        />
        {failure?.code === "user_already_exists" ? (
          <p className="text-sm text-muted">
            Is this your account? <ViewLink signIn={signIn} view="login" label="Sign in instead" />
          </p>
        ) : null}
        <NewPasswordField
          rules={options.password}
          getOwner={getInput}
          rejectionReasons={
            failure?.field === "password" ? failure.reasons : (problems?.password ?? NO_REASONS)
          }
        />
        {failure && failure.field === null && !state.isToasted ? <Problem>{failure.message}</Problem> : null}
        <SubmitButton label="Create account" busyLabel="Creating account..." variant="primary" className="" />
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
      </SignInForm>
      <OtherOptions signIn={signIn} />
    </>
  );
}

const NO_REASONS: readonly string[] = [];

const InvitationNeeded = ({ options }: { options: SignInOptions }) =>
  options.hasUnusableInvitation ? (
    <div className="grid gap-2">
      <p className="font-semibold">This invitation no longer works</p>
      <p className="text-pretty text-muted">Ask the person who invited you for a new one.</p>
    </div>
  ) : (
    <div className="grid gap-2">
      <p className="font-semibold">You need an invitation</p>
      <p className="text-pretty text-muted">
        This community is open by invitation only. If you have an invitation, open its link in this browser.
        If not, ask someone in the community for one.
      </p>
    </div>
  );

const AcceptedInvitationNote = ({ invitation }: { invitation: AcceptedInvitation }) => (
  <p className="mb-4 rounded-md bg-accent-soft px-3 py-2 text-sm wrap-anywhere">
    <strong>{invitation.inviter}</strong> invited you to join.
  </p>
);
