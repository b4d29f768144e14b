import type { GoTrueClient } from "@supabase/auth-js";
import { type FormEvent, type ReactNode, useState } from "react";
import { type EmailPurpose, VERIFY_TYPES } from "#core/accounts/sign-in-options.ts";
import { Problem, SubmitButton } from "#web/forms/form-controls.tsx";
import { TextField } from "#web/ui/field.tsx";
import { getDestination, getSignInMethod } from "./destination.ts";
import { AlternativeActions, SignInForm, TextButton, ViewLink } from "./form-parts.tsx";
import { RecipientField, type RecipientKind, requestTextMessage } from "./recipient-forms.tsx";
import type { SignIn } from "./use-sign-in.ts";

interface CodeEntryFormProps {
  readonly signIn: SignIn;
  /** How the code was sent. If this page doesn't know the recipient, the form asks for it. */
  readonly kind: RecipientKind;
  readonly intent: string;
  /** Signs in, or returns a message to show. */
  readonly verify: (
    client: GoTrueClient,
    input: { readonly recipient: string; readonly token: string },
  ) => Promise<string | undefined>;
  readonly resend: (client: GoTrueClient) => Promise<void>;
  readonly resendLabel: string;
  readonly resentMessage: string;
  readonly links?: ReactNode;
  readonly children: ReactNode;
}

function CodeEntryForm({ signIn, kind, verify, resend, ...props }: CodeEntryFormProps) {
  const { options, state, busy, call, submitSignIn, change } = signIn;
  const { failure } = state;
  const [needsRecipient] = useState(state[kind] === "");
  const [status, setStatus] = useState("");

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const recipient = String(form.get(kind));
    const token = String(form.get("code")).replace(/\s/g, "");
    change({ [kind]: recipient });
    setStatus("");
    void submitSignIn(async (client) => setStatus((await verify(client, { recipient, token })) ?? ""));
  }

  function sendAgain() {
    setStatus("");
    void call(async (client) => {
      await resend(client);
      setStatus(props.resentMessage);
    });
  }

  return (
    <>
      <SignInForm signIn={signIn} intent={props.intent} onSubmit={submit}>
        {props.children}
        {needsRecipient ? (
          <RecipientField signIn={signIn} kind={kind} />
        ) : (
          <input type="hidden" name={kind} value={state[kind]} />
        )}
        <TextField
          label="Code"
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          data-autofocus
          required
          maxLength={options.codeLength + 4}
          placeholder={"0".repeat(options.codeLength)}
          className="[&_input]:figures [&_input]:tracking-[0.3em]"
        />
        {failure && failure.field !== "code" && !(needsRecipient && failure.field === kind) ? (
          <Problem>{failure.message}</Problem>
        ) : null}
        <p role="status" className="text-sm text-muted empty:hidden">
          {status}
        </p>
        <SubmitButton label="Continue" busyLabel="Verifying..." variant="primary" className="" />
      </SignInForm>
      <AlternativeActions>
        {state[kind] ? (
          <TextButton busy={busy} onClick={sendAgain}>
            {props.resendLabel}
          </TextButton>
        ) : null}
        {props.links}
        <ViewLink signIn={signIn} view="login" label="Back to sign-in" />
      </AlternativeActions>
    </>
  );
}

interface CodeFormProps {
  readonly signIn: SignIn;
  /** Replaces the text that says where to find the code. */
  readonly children?: ReactNode;
}

/** "Verify your email": the user follows the link in the email or types the code from the email here. */
export function CodeForm({ signIn, children }: CodeFormProps) {
  const { options, state, next, complete } = signIn;
  const { purpose } = state;
  return (
    <CodeEntryForm
      signIn={signIn}
      kind="email"
      intent="code"
      resend={async (client) => {
        const { requestEmail } = await import("./email-requests.ts");
        await requestEmail(client, { email: state.email, purpose, next, mayCreateAccount: false });
      }}
      resendLabel={options.isEmailConfigured ? "Send it again" : "Request a new code"}
      resentMessage={
        options.isEmailConfigured
          ? "Sent again. Only the latest email works."
          : "Ask an administrator for the new code. Only the latest code works."
      }
      verify={async (client, { recipient: email, token }) => {
        const { data, error } = await client.verifyOtp({ type: VERIFY_TYPES[purpose], email, token });
        if (error) throw error;
        if (!data.session)
          return options.isEmailConfigured
            ? "This address is confirmed. Now follow the link in the email we sent to your other address."
            : "This address is confirmed. Now ask an administrator for the link for your other address.";
        await complete(data.session, getDestination(purpose, next), getSignInMethod(purpose));
        return undefined;
      }}
    >
      {children ?? (
        <CodeInstructions
          purpose={purpose}
          email={state.email}
          isEmailConfigured={options.isEmailConfigured}
        />
      )}
      <input type="hidden" name="purpose" value={purpose} />
    </CodeEntryForm>
  );
}

function CodeInstructions({
  purpose,
  email,
  isEmailConfigured,
}: {
  purpose: EmailPurpose;
  email: string;
  isEmailConfigured: boolean;
}) {
  const recipient = <strong className="break-words text-text">{email}</strong>;
  const isNew = purpose === "signup";
  return (
    <p role="status" className="text-sm text-muted">
      {email === "" ? (
        isEmailConfigured ? (
          "Enter the code from our email and the address we sent it to."
        ) : (
          "Enter your email address and the code you got from an administrator."
        )
      ) : !isEmailConfigured ? (
        <>
          This site doesn't send email yet.{" "}
          {isNew ? (
            <>Ask an administrator for the code for {recipient}.</>
          ) : (
            <>If there's an account for {recipient}, ask an administrator for the code.</>
          )}
        </>
      ) : (
        <>
          {isNew ? (
            <>Check your inbox: we've sent a confirmation link to {recipient}. </>
          ) : (
            <>Check your inbox: if there's an account for {recipient}, we've sent a link to that address. </>
          )}
          Open it in this browser, or enter the code from the email.
        </>
      )}
    </p>
  );
}

export function PhoneCodeForm({ signIn }: { signIn: SignIn }) {
  const { state, next, complete } = signIn;
  return (
    <CodeEntryForm
      signIn={signIn}
      kind="phone"
      intent="phone-code"
      resend={(client) => requestTextMessage(signIn, client, state.phone)}
      resendLabel="Send it again"
      resentMessage="Sent again. Only the latest code works."
      verify={async (client, { recipient: phone, token }) => {
        const { data, error } = await client.verifyOtp({ type: "sms", phone, token });
        if (error) throw error;
        if (data.session) await complete(data.session, { to: next, notice: "welcome-back" });
        return undefined;
      }}
      links={<ViewLink signIn={signIn} view="phone" label="Use a different number" />}
    >
      {state.phone ? (
        <p role="status" className="text-sm text-muted">
          If we can send text messages to <strong className="text-text">{state.phone}</strong>, you'll get a
          code within a minute.
        </p>
      ) : null}
    </CodeEntryForm>
  );
}
