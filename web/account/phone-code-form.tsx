import { CodeEntryForm } from "./code-entry-form.tsx";
import { ViewLink } from "./form-parts.tsx";
import { requestTextMessage } from "./phone-form.tsx";
import type { SignIn } from "./use-sign-in.ts";

export function PhoneCodeForm({ signIn }: { signIn: SignIn }) {
  const { state, next, complete } = signIn;
  return (
    <CodeEntryForm
      signIn={signIn}
      kind="phone"
      intent="phone-code"
      resend={(client) => requestTextMessage(signIn, client, state.phone)}
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
