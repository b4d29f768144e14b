import type { GoTrueClient } from "@supabase/auth-js";
import { useRef } from "react";
import { useNavigate } from "react-router";
import { NOTICES } from "#core/notices.ts";
import { CardPage } from "#web/shell/card-page.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { toast } from "#web/ui/toast.tsx";
import { arrivalOf } from "./arrival.ts";
import { ProblemNote } from "./form-parts.tsx";
import { NewPasswordForm } from "./new-password-form.tsx";
import type { Landing } from "./read-landing.ts";
import type { SignIn } from "./use-sign-in.ts";

interface AdoptProps {
  readonly signIn: SignIn;
  readonly tokens: Extract<Landing, { kind: "tokens" }>;
}

/**
 * A session that came in the address, which anybody can write: it is taken only by who reads whose it is and says so.
 * Who is invited chooses a name and a password with that.
 */
export function AdoptSession({ signIn, tokens }: AdoptProps) {
  const navigate = useNavigate();
  const { email, purpose, accessToken, refreshToken } = tokens;
  const whose = <strong className="break-words text-text">{email || "somebody without an address"}</strong>;
  const taken = useRef(false);

  async function take(client: GoTrueClient) {
    const given = { access_token: accessToken, refresh_token: refreshToken };
    const { data, error } = await client.setSession(given);
    if (error) throw error;
    taken.current = true;
    return data.session;
  }

  if (purpose === "invite")
    return (
      <CardPage title="You are invited">
        <p className="mb-4 text-sm text-muted">
          You join as {whose}. Choose the name that others see, and a password.
        </p>
        <NewPasswordForm
          action="/auth/new-password?invited=yes"
          rules={signIn.options.password}
          email={email}
          username=""
          failure={null}
          before={async (client) => {
            if (!taken.current) await take(client);
          }}
          onDone={() => {
            toast(NOTICES["account-created"]);
            void navigate(signIn.next, { replace: true });
          }}
        />
      </CardPage>
    );
  return (
    <CardPage title="Sign in with this link?">
      <p className="mb-5 text-muted">It signs you in as {whose}.</p>
      {signIn.state.failure ? <ProblemNote>{signIn.state.failure.message}</ProblemNote> : null}
      <div className="mt-4 flex gap-3">
        <Button
          look="primary"
          disabled={signIn.busy}
          onClick={() =>
            void signIn.call(async (client) => {
              const session = await take(client);
              if (session) signIn.arrive(session, arrivalOf(purpose, signIn.next));
            })
          }
        >
          Continue
        </Button>
        <ButtonLink to="/" look="quiet">
          Not me
        </ButtonLink>
      </div>
    </CardPage>
  );
}
