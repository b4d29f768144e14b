import type { ReactNode } from "react";
import { type EmailPurpose, VERIFY_TYPES } from "#core/accounts/sign-in-options.ts";
import { CodeEntryForm } from "./code-entry-form.tsx";
import { getDestination, getSignInMethod } from "./destination.ts";
import type { SignIn } from "./use-sign-in.ts";

interface CodeFormProps {
  readonly signIn: SignIn;
  /** Replaces the text about the email that was sent. */
  readonly children?: ReactNode;
}

/** "Verify your email": the user follows the emailed link or types its code here. */
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
        await requestEmail(client, { email: state.email, purpose, next, mayCreate: false });
      }}
      resentMessage="Sent again. Only the latest email works."
      verify={async (client, { recipient: email, token }) => {
        const { data, error } = await client.verifyOtp({ type: VERIFY_TYPES[purpose], email, token });
        if (error) throw error;
        if (!data.session)
          return "This address is confirmed. Now follow the link in the email we sent to your other address.";
        await complete(data.session, getDestination(purpose, next), getSignInMethod(purpose));
        return undefined;
      }}
    >
      {children ?? <EmailSentText purpose={purpose} email={state.email} isSent={options.isEmailConfigured} />}
      <input type="hidden" name="purpose" value={purpose} />
    </CodeEntryForm>
  );
}

function EmailSentText({
  purpose,
  email,
  isSent,
}: {
  purpose: EmailPurpose;
  email: string;
  isSent: boolean;
}) {
  const recipient = <strong className="break-words text-text">{email}</strong>;
  const isNew = purpose === "signup";
  return (
    <p role="status" className="text-sm text-muted">
      {email === "" ? (
        isSent ? (
          "Enter the code from our email and the address we sent it to."
        ) : (
          "Enter your email address and the code you got from an administrator."
        )
      ) : !isSent ? (
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
