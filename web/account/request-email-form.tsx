import { AlternativeActions, ViewLink } from "./form-parts.tsx";
import { RecipientForm } from "./recipient-form.tsx";
import type { SignIn } from "./use-sign-in.ts";

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
          button={options.isEmailConfigured ? "Send email" : "Continue"}
          busyButton="Sending..."
          send={async (client, email) => {
            const { requestEmail } = await import("./email-requests.ts");
            await requestEmail(client, { email, purpose, next, mayCreate: !options.signupDisabled });
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
