import { buttonClasses } from "#web/ui/button.tsx";
import { AlternativeActions, ViewLink } from "./form-parts.tsx";
import { RecipientForm } from "./recipient-form.tsx";
import type { SignIn } from "./use-sign-in.ts";

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
        button="Continue with single sign-on"
        busyButton="Redirecting..."
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
