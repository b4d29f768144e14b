import type { GoTrueClient, Session } from "@supabase/auth-js";
import { type ReactNode, useEffect, useRef } from "react";
import { useNavigate, useRevalidator } from "react-router";
import { NOTICES } from "#core/notices.ts";
import { Problem } from "#web/forms/form-controls.tsx";
import { CardPage } from "#web/page/card-page.tsx";
import { useSite } from "#web/page/site-data.ts";
import { findSessionUserId } from "#web/session/session-user.ts";
import { Button } from "#web/ui/button.tsx";
import { toast } from "#web/ui/toast.tsx";
import { getDestination } from "./destination.ts";
import { NewPasswordForm } from "./new-password-form.tsx";
import type { LinkSession } from "./receive-landing.ts";
import type { SignIn } from "./use-sign-in.ts";

interface AcceptLinkSessionProps {
  readonly signIn: SignIn;
  readonly linkSession: LinkSession;
  /** The sign-in method to remember as last used. Undefined if the link doesn't count as a sign-in method. */
  readonly method: string | undefined;
  readonly loadingScreen: ReactNode;
}

interface AccountNames {
  readonly username: string;
  readonly email: string | null;
}

const getShortName = ({ username, email }: AccountNames) => username || email || "this account";

function AccountName({ username, email }: AccountNames) {
  const name = username && email ? `${username} (${email})` : getShortName({ username, email });
  return <strong className="break-words text-text">{name}</strong>;
}

/**
 * Stores a session from a link. Asks first, unless the same account is signed in, or this browser requested the link
 * and no one is signed in or still has to verify a factor.
 */
export function AcceptLinkSession({ signIn, linkSession, method, loadingScreen }: AcceptLinkSessionProps) {
  const { session, account, purpose, isRequestedHere } = linkSession;
  const { viewer, isSessionExpired, isFactorRequired } = useSite();
  const { revalidate } = useRevalidator();
  const navigate = useNavigate();
  const isStored = useRef(false);
  // Storing the session signs the invited user in, but the invitation form stays open until it is saved.
  const isAcceptingInvitation = useRef(false);
  const isSameAccount = viewer?.id === session.user.id;
  const isAutomatic =
    isSameAccount || (viewer === null && !isSessionExpired && !isFactorRequired && isRequestedHere);

  /** Stores the session, unless another account has signed in since the page loaded. */
  async function storeSession(client: GoTrueClient): Promise<Session | null> {
    const sessionUserId = await findSessionUserId(client);
    if (
      sessionUserId !== undefined &&
      sessionUserId !== viewer?.id &&
      sessionUserId !== session.user.id &&
      !isFactorRequired
    ) {
      await revalidate();
      return null;
    }
    const { access_token, refresh_token } = session;
    const { data, error } = await client.setSession({ access_token, refresh_token });
    if (error) throw error;
    isStored.current = true;
    if (viewer && !isSameAccount) {
      const { clearTabState } = await import("#web/forum/clear-tab-state.ts");
      clearTabState();
    }
    return data.session;
  }

  const accept = () =>
    void signIn.call(async (client) => {
      const storedSession = await storeSession(client);
      if (storedSession) await signIn.complete(storedSession, getDestination(purpose, signIn.next), method);
    });
  const latestAccept = useRef(accept);
  latestAccept.current = accept;
  useEffect(() => {
    if (isAutomatic && !isStored.current) latestAccept.current();
  }, [isAutomatic]);

  /** Ends the link's session on the server. This browser's own session isn't affected. */
  const decline = (to: string) =>
    void signIn.call(async (client) => {
      await client.admin.signOut(session.access_token, "local");
      await navigate(to, { replace: true });
    });

  const problem = signIn.state.failure ? <Problem>{signIn.state.failure.message}</Problem> : null;
  if (
    purpose === "invite" &&
    (isAcceptingInvitation.current || (viewer === null && !isSessionExpired && !isRequestedHere))
  )
    return (
      <CardPage title="You're invited">
        <p className="mb-4 text-sm text-muted">
          You're joining as <AccountName username="" email={account.email} />. Choose a password and a
          username. Everyone can see your username.
        </p>
        <NewPasswordForm
          action="/auth/new-password?invited=yes"
          rules={signIn.options.password}
          accountId={session.user.id}
          email={account.email}
          username=""
          prepare={async (client) => {
            isAcceptingInvitation.current = true;
            if (!isStored.current && !(await storeSession(client))) isAcceptingInvitation.current = false;
          }}
          onDone={() => {
            toast(NOTICES["account-created"]);
            void navigate(signIn.next, { replace: true });
          }}
        />
      </CardPage>
    );
  if (isAutomatic || isSessionExpired || isStored.current)
    return problem ? <CardPage title="Something went wrong">{problem}</CardPage> : loadingScreen;
  return (
    <CardPage title={viewer ? "Switch accounts?" : "Sign in with this link?"}>
      <p className="mb-5 break-words text-muted">
        {viewer ? (
          <>
            You're signed in as <AccountName {...viewer} />. If you continue, you'll switch to{" "}
            <AccountName {...account} />.
          </>
        ) : (
          <>
            This link signs you in as <AccountName {...account} />.
          </>
        )}
      </p>
      {problem}
      <div className="mt-4 flex flex-wrap gap-3">
        <Button variant="primary" busy={signIn.busy} onClick={accept}>
          {viewer ? `Switch to ${getShortName(account)}` : "Continue"}
        </Button>
        <Button variant="quiet" busy={signIn.busy} onClick={() => decline(viewer ? signIn.next : "/")}>
          {viewer ? `Stay signed in as ${getShortName(viewer)}` : "Not me"}
        </Button>
      </div>
    </CardPage>
  );
}
