import type { EmailPurpose } from "#core/accounts/sign-in-options.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { RecipientForm } from "./recipient-form.tsx";
import type { SignIn } from "./use-sign-in.ts";

interface NewLinkFormProps {
  readonly signIn: SignIn;
  /** Undefined if the link didn't specify one. The server then decides what the account needs. */
  readonly purpose: EmailPurpose | undefined;
  readonly onRequested: () => void;
}

export function NewLinkForm({ signIn, purpose = "magic-link", onRequested }: NewLinkFormProps) {
  const { next, showView, options } = signIn;
  return (
    <>
      <p className="mb-4 text-muted">It has expired or was already used.</p>
      {options.email ? (
        <RecipientForm
          signIn={signIn}
          intent={purpose === "recovery" ? "recover" : "magic-link"}
          label={purpose === "email-change" ? "Your current email" : "Email"}
          button={options.isEmailConfigured ? "Send a new link" : "Create a new link"}
          busyButton="Sending..."
          send={async (client, email) => {
            const { requestEmail } = await import("./email-requests.ts");
            await requestEmail(client, { email, purpose, next, mayCreate: false });
            // An email change sends codes to two addresses, so the form asks which one the code came from.
            showView("code", { purpose, email: purpose === "email-change" ? "" : email });
            onRequested();
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
