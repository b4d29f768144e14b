import type { MailPurpose } from "#core/accounts/sign-in-options.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { AddressForm } from "./address-form.tsx";
import type { SignIn } from "./use-sign-in.ts";

interface AskAgainFormProps {
  readonly signIn: SignIn;
  /** Undefined where the link did not say: then the server knows what the account needs. */
  readonly purpose: MailPurpose | undefined;
  readonly onAsked: () => void;
}

/** A link that has run out: says so, and mails a new one of its kind. */
export function AskAgainForm({ signIn, purpose = "magic-link", onAsked }: AskAgainFormProps) {
  const { next, go, options } = signIn;
  return (
    <>
      <p className="mb-4 text-muted">It has expired or was used already.</p>
      {options.email ? (
        <AddressForm
          signIn={signIn}
          action={`/auth?next=${encodeURIComponent(next)}`}
          intent={purpose === "recovery" ? "recover" : "magic-link"}
          label={purpose === "email-change" ? "The email of your account until now" : "Email"}
          button="Send a new link"
          busyButton="Sending..."
          send={async (client, email) => {
            const { askForMail } = await import("./mail-calls.ts");
            await askForMail(client, { email, purpose, next, mayCreate: false });
            // A change of address is mailed to two: which of them is typed from is asked.
            go("code", { purpose, email: purpose === "email-change" ? "" : email });
            onAsked();
          }}
        />
      ) : (
        <ButtonLink to="/auth" look="primary">
          Sign in
        </ButtonLink>
      )}
    </>
  );
}
