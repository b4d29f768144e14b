import type { GoTrueClient } from "@supabase/auth-js";
import type { FormEvent, ReactNode } from "react";
import type { EmailPurpose } from "#core/accounts/sign-in-options.ts";
import { Problem, SubmitButton } from "#web/forms/form-controls.tsx";
import { ButtonLink, buttonClasses } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/field.tsx";
import { AlternativeActions, SignInForm, ViewLink } from "./form-parts.tsx";
import type { SignIn } from "./use-sign-in.ts";

export type RecipientKind = "email" | "phone";

interface RecipientFormProps {
  readonly signIn: SignIn;
  readonly kind?: RecipientKind;
  /** The form's action without JavaScript; `intent` names the operation there. */
  readonly action?: string;
  readonly intent: string;
  readonly label?: string;
  readonly autoFocus?: boolean;
  readonly buttonLabel: string;
  readonly busyLabel: string;
  readonly send: (client: GoTrueClient, recipient: string) => Promise<void>;
  readonly children?: ReactNode;
}

function RecipientForm({ signIn, kind = "email", label, autoFocus, action, ...props }: RecipientFormProps) {
  const { call, change } = signIn;
  const { failure } = signIn.state;

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const recipient = String(new FormData(event.currentTarget).get(kind));
    change({ [kind]: recipient });
    void call((client) => props.send(client, recipient));
  }

  return (
    <SignInForm signIn={signIn} intent={props.intent} {...(action && { action })} onSubmit={submit}>
      {props.children}
      <RecipientField signIn={signIn} kind={kind} label={label} autoFocus={autoFocus} />
      {failure && failure.field !== kind ? <Problem>{failure.message}</Problem> : null}
      <SubmitButton label={props.buttonLabel} busyLabel={props.busyLabel} variant="primary" className="" />
    </SignInForm>
  );
}

interface RecipientFieldProps extends Pick<RecipientFormProps, "signIn" | "label" | "autoFocus"> {
  readonly kind: RecipientKind;
}

export function RecipientField({ signIn: { state }, kind, label, autoFocus }: RecipientFieldProps) {
  const isEmail = kind === "email";
  return (
    <TextField
      label={label ?? (isEmail ? "Email" : "Phone number")}
      name={kind}
      type={isEmail ? kind : "tel"}
      data-autofocus={autoFocus}
      required
      autoComplete={isEmail ? "username" : "tel"}
      maxLength={isEmail ? undefined : 40}
      defaultValue={state[kind]}
      hint={isEmail ? undefined : "With the country code, for example +49 1512 3456789"}
    />
  );
}

interface RequestEmailFormProps {
  readonly signIn: SignIn;
  readonly purpose: "recovery" | "magic-link";
}

const DESCRIPTIONS = {
  recovery: {
    sent: "We'll email you a link to choose a new password.",
    unsent:
      "This site doesn't send email yet. Continue, then ask an administrator for a code to choose a new password.",
  },
  "magic-link": {
    sent: "We'll email you a link and a code to sign in without a password.",
    unsent:
      "This site doesn't send email yet. Continue, then ask an administrator for a code to sign in without a password.",
  },
};

/** Asks for the email address. The response doesn't reveal whether an account exists. */
export function RequestEmailForm({ signIn, purpose }: RequestEmailFormProps) {
  const { options, next, showView } = signIn;
  return (
    <>
      {options.email ? (
        <RecipientForm
          signIn={signIn}
          intent={purpose === "recovery" ? "recover" : "magic-link"}
          autoFocus
          buttonLabel={options.isEmailConfigured ? "Send email" : "Continue"}
          busyLabel={options.isEmailConfigured ? "Sending..." : "Continuing..."}
          send={async (client, email) => {
            const { requestEmail } = await import("./email-requests.ts");
            await requestEmail(client, { email, purpose, next, mayCreateAccount: !options.signupDisabled });
            showView("code", { email, purpose });
          }}
        >
          <p className="text-sm text-muted">
            {DESCRIPTIONS[purpose][options.isEmailConfigured ? "sent" : "unsent"]}
          </p>
        </RecipientForm>
      ) : (
        <p className="text-muted">This site doesn't offer sign-in by email.</p>
      )}
      <AlternativeActions>
        <ViewLink signIn={signIn} view="login" label="Back to sign-in" />
      </AlternativeActions>
    </>
  );
}

/** Asks for the phone number to text a code to. The response doesn't reveal whether an account exists. */
export function PhoneForm({ signIn }: { signIn: SignIn }) {
  return (
    <>
      <RecipientForm
        signIn={signIn}
        kind="phone"
        intent="phone"
        autoFocus
        buttonLabel="Text me a code"
        busyLabel="Sending..."
        send={async (client, phone) => {
          await requestTextMessage(signIn, client, phone);
          signIn.showView("phone-code");
        }}
      >
        <p className="text-sm text-muted">We'll text you a code to sign in without a password.</p>
      </RecipientForm>
      <AlternativeActions>
        <ViewLink signIn={signIn} view="login" label="Back to sign-in" />
      </AlternativeActions>
    </>
  );
}

/**
 * Texts a code. Also sends another one on request, because the protocol's resend call works only for numbers that were
 * never confirmed.
 */
export async function requestTextMessage({ options }: SignIn, client: GoTrueClient, phone: string) {
  const { error } = await client.signInWithOtp({
    phone,
    options: { shouldCreateUser: !options.signupDisabled },
  });
  if (error) throw error;
}

/** Opens the email domain's identity provider, which returns to /auth/landing (/auth without JavaScript). */
export function SsoForm({ signIn }: { signIn: SignIn }) {
  const { next, state } = signIn;
  if (state.ssoUrl !== null)
    return (
      <div className="grid gap-4">
        <p className="text-sm text-muted">
          We found your organization. Sign in there, and you'll come back here.
        </p>
        <a href={state.ssoUrl} className={buttonClasses({ variant: "primary" })}>
          Continue to your organization
        </a>
      </div>
    );
  return (
    <>
      <RecipientForm
        signIn={signIn}
        action={`/auth?${new URLSearchParams({ tab: "sso", next })}`}
        intent="sso"
        label="Work email"
        autoFocus
        buttonLabel="Continue with single sign-on"
        busyLabel="Redirecting..."
        send={async (client, email) => {
          const { buildLandingUrl } = await import("./email-requests.ts");
          const { error } = await client.signInWithSSO({
            domain: email.slice(email.lastIndexOf("@") + 1).trim(),
            options: { redirectTo: buildLandingUrl("sso", next) },
          });
          if (error) throw error;
        }}
      >
        <p className="text-sm text-muted">
          If your organization is connected to this site, we'll take you to its sign-in page.
        </p>
      </RecipientForm>
      <AlternativeActions>
        <ViewLink signIn={signIn} view="login" label="Back to sign-in" />
      </AlternativeActions>
    </>
  );
}

interface NewLinkFormProps {
  readonly signIn: SignIn;
  /** Undefined if the link didn't specify one. The server then decides what the account needs. */
  readonly purpose: EmailPurpose | undefined;
  readonly onLinkRequested: () => void;
}

export function NewLinkForm({ signIn, purpose = "magic-link", onLinkRequested }: NewLinkFormProps) {
  const { next, showView, options } = signIn;
  return (
    <>
      <p className="mb-4 text-muted">It has expired or was already used.</p>
      {options.email ? (
        <RecipientForm
          signIn={signIn}
          intent={purpose === "recovery" ? "recover" : "magic-link"}
          label={purpose === "email-change" ? "Your current email" : "Email"}
          buttonLabel={options.isEmailConfigured ? "Send a new link" : "Request a new link"}
          busyLabel={options.isEmailConfigured ? "Sending..." : "Creating..."}
          send={async (client, email) => {
            const { requestEmail } = await import("./email-requests.ts");
            await requestEmail(client, { email, purpose, next, mayCreateAccount: false });
            // An email change sends codes to two addresses, so the form asks which one the user's code was sent to.
            showView("code", { purpose, email: purpose === "email-change" ? "" : email });
            onLinkRequested();
          }}
        />
      ) : (
        <ButtonLink to="/auth" variant="primary">
          Sign in
        </ButtonLink>
      )}
    </>
  );
}
