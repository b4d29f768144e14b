import type { MailPurpose } from "#core/accounts/sign-in-options.ts";
import { ButtonLink } from "#web/ui/button.tsx";
import { AddressForm } from "./address-form.tsx";
import type { SignIn } from "./use-sign-in.ts";

interface AskAgainFormProps {
  readonly signIn: SignIn;
  /** Undefined when the link didn't say. The server then decides what the account needs. */
  readonly purpose: MailPurpose | undefined;
  readonly onAsked: () => void;
}

/** Offers to send a new link of the same kind in place of an expired one. */
export function AskAgainForm({ signIn, purpose = "magic-link", onAsked }: AskAgainFormProps) {
  const { next, go, options } = signIn;
  return (
    <>
      <p className="mb-4 text-muted">It has expired or was already used.</p>
      {options.email ? (
        <AddressForm
          signIn={signIn}
          action={`/auth?next=${encodeURIComponent(next)}`}
          intent={purpose === "recovery" ? "recover" : "magic-link"}
          label={purpose === "email-change" ? "Your current email" : "Email"}
          button="Send a new link"
          busyButton="Sending..."
          send={async (client, email) => {
            const { askForMail } = await import("./mail-calls.ts");
            await askForMail(client, { email, purpose, next, mayCreate: false });
            // An email change sends codes to two addresses, so the form asks which one the code came from.
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
