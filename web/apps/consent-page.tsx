import { type AppRequest, listShownScopes, SCOPE_LABELS } from "#core/accounts/oauth.ts";
import { CardPage } from "#web/page/card-page.tsx";
import { Button } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { AppInitial, AppName } from "./app-name.tsx";

interface ConsentPageProps {
  readonly app: AppRequest;
  readonly account: { readonly username: string; readonly email: string | null };
  readonly siteName: string;
}

/**
 * Asks the member whether an app may sign them in with this site. The forms are plain HTML forms, because the response
 * to an answer is a page that sends the browser to the app with a meta refresh.
 */
export function ConsentPage({ app, account, siteName }: ConsentPageProps) {
  const { name, redirectHost, isSelfRegistered, scopes } = app;
  return (
    <CardPage title={`Sign in to ${name} with ${siteName}`}>
      <div className="flex items-center gap-3">
        <AppInitial name={name} />
        <AppName app={app} />
      </div>
      <h2 className="mt-6 text-sm font-semibold">This app will see:</h2>
      <ul className="mt-2 grid gap-2">
        {listShownScopes(scopes).map((scope) => (
          <li key={scope} className="flex items-baseline gap-2.5 text-sm">
            <Icon name="check" size={14} className="translate-y-0.5 text-accent" />
            {SCOPE_LABELS[scope]}
          </li>
        ))}
      </ul>
      <p className="mt-3 text-sm text-muted">
        It can't change your account, post for you or see your password. You can revoke its access in your
        settings at any time.
      </p>
      {isSelfRegistered ? (
        <p className="mt-3 flex items-baseline gap-2.5 rounded-md border border-line-strong p-3 text-sm">
          <Icon name="shield-alert" size={15} className="translate-y-0.5 text-warning" />
          <span>
            No one at {siteName} has checked this app. Continue only if you have just asked it to sign you in.
          </span>
        </p>
      ) : null}
      <form method="post" className="mt-6 grid grid-cols-2 gap-2">
        <Button type="submit" name="intent" value="deny">
          Deny
        </Button>
        <Button type="submit" name="intent" value="approve" variant="primary">
          Approve
        </Button>
      </form>
      <p className="mt-2.5 text-center text-sm text-muted">
        Either way, you'll go to <strong className="wrap-anywhere text-text">{redirectHost}</strong>.
      </p>
      <form
        method="post"
        className="mt-5 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line pt-4 text-sm"
      >
        <p className="min-w-0 wrap-anywhere text-muted">
          Signed in as <strong className="text-text">{account.username}</strong>
          {account.email ? ` (${account.email})` : null}
        </p>
        <button
          type="submit"
          name="intent"
          value="switch"
          className="min-h-8 font-semibold text-accent text-link"
        >
          Not you?
        </button>
      </form>
    </CardPage>
  );
}

/** Shown for a moment while the browser continues to the app. */
export function LeavingPage({ to }: { to: string }) {
  return (
    <CardPage title="Continuing">
      <p className="text-muted">
        We're taking you to <strong className="wrap-anywhere text-text">{new URL(to).host}</strong>.
      </p>
      <a href={to} rel="noreferrer" className="mt-4 inline-block font-semibold text-accent text-link">
        Continue if nothing happens
      </a>
    </CardPage>
  );
}
