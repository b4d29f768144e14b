import type { GoTrueClient } from "@supabase/auth-js";
import { AlternativeActions, ViewLink } from "./form-parts.tsx";
import { RecipientForm } from "./recipient-form.tsx";
import type { SignIn } from "./use-sign-in.ts";

/** Asks for the phone number to text a code to. The response doesn't reveal whether an account exists. */
export function PhoneForm({ signIn }: { signIn: SignIn }) {
  return (
    <>
      <RecipientForm
        signIn={signIn}
        kind="phone"
        intent="phone"
        autoFocus
        button="Text me a code"
        busyButton="Sending..."
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

/** Also resends the code, because the protocol's resend call works only for numbers that were never confirmed. */
export async function requestTextMessage({ options }: SignIn, client: GoTrueClient, phone: string) {
  const { error } = await client.signInWithOtp({
    phone,
    options: { shouldCreateUser: !options.signupDisabled },
  });
  if (error) throw error;
}
