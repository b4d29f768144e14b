import { AddressForm } from "./address-form.tsx";
import { OtherWays, ViewLink } from "./form-parts.tsx";
import type { SignIn } from "./use-sign-in.ts";

interface AskForMailFormProps {
  readonly signIn: SignIn;
  readonly purpose: "recovery" | "magic-link";
}

const SENTENCES = {
  recovery: "We will mail you a link to choose a new password.",
  "magic-link": "We will mail you a link and a code to sign in without a password.",
};

/** Asks for the address. What follows is the same whether it is known or not. */
export function AskForMailForm({ signIn, purpose }: AskForMailFormProps) {
  const { options, next, go } = signIn;
  return (
    <>
      {options.email ? (
        <AddressForm
          signIn={signIn}
          action={`/auth?next=${encodeURIComponent(next)}`}
          intent={purpose === "recovery" ? "recover" : "magic-link"}
          autoFocus
          button="Send the mail"
          busyButton="Sending..."
          send={async (client, email) => {
            const { askForMail } = await import("./mail-calls.ts");
            await askForMail(client, { email, purpose, next, mayCreate: !options.signupDisabled });
            go("code", { email, purpose });
          }}
        >
          <p className="text-sm text-muted">{SENTENCES[purpose]}</p>
        </AddressForm>
      ) : (
        <p className="text-muted">This community sends no mails at the moment.</p>
      )}
      <OtherWays>
        <ViewLink signIn={signIn} view="login">
          Back to login
        </ViewLink>
      </OtherWays>
    </>
  );
}
