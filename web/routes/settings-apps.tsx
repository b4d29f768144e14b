import { type AppGrant, listShownScopes, SCOPE_LABELS } from "#core/accounts/oauth.ts";
import { AppInitial, AppName } from "#web/apps/app-name.tsx";
import { bindAnswerForm } from "#web/forms/answer-form.ts";
import { handleIntent } from "#web/forms/handle-intent.ts";
import { RevokeForm } from "#web/forms/revoke-form.tsx";
import { RelativeTime } from "#web/lists/relative-time.tsx";
import { unlistedMeta } from "#web/page/page-meta.ts";
import { GuardLoading, loadForMember } from "#web/session/guard.tsx";
import { SettingsPage } from "#web/settings/settings-page.tsx";
import { DayTime } from "#web/ui/day-time.tsx";
import { Section } from "#web/ui/section.tsx";
import type { Route } from "./+types/settings-apps";

const PATH = "/settings/apps";

export const meta = unlistedMeta("Apps", PATH);

export function loader({ context, url }: Route.LoaderArgs) {
  return loadForMember(context, url, (app, viewer) => app.auth.memberApps.listGrants(viewer));
}

export const action = (args: Route.ActionArgs) =>
  handleIntent(args, {
    "revoke-app": bindAnswerForm(({ auth }) => auth.memberApps, { to: PATH })(
      "app-revoked",
      (memberApps, viewer, { text }) => memberApps.revokeGrant(viewer, text("appId")),
    ),
  });

export { sendToServer as clientAction } from "#web/forms/client-action.ts";

export default function SettingsApps({ loaderData: apps }: Route.ComponentProps) {
  if (!apps) return <GuardLoading />;
  return (
    <SettingsPage title="Apps">
      <Section
        id="apps"
        title="Apps you sign in to with this account"
        lead="Apps can see only what's listed. Once you revoke an app's access, it can't see anything."
      >
        <AppList apps={apps} />
      </Section>
    </SettingsPage>
  );
}

function AppList({ apps }: { apps: readonly AppGrant[] }) {
  if (apps.length === 0) return <p className="text-sm text-muted">No app has access to your account.</p>;
  return (
    <ul className="divide-y divide-line rounded-md border border-line">
      {apps.map((app) => (
        <li key={app.id} className="flex flex-wrap items-start gap-x-4 gap-y-3 p-3 sm:p-4">
          <AppInitial name={app.name} />
          <div className="grid min-w-0 flex-1 basis-48 gap-1">
            <AppName app={app} />
            <p className="text-sm">
              {listShownScopes(app.scopes)
                .map((scope) => SCOPE_LABELS[scope])
                .join(" · ")}
            </p>
            <p className="text-sm text-muted">
              Since <DayTime time={app.grantedAt} /> · last used{" "}
              <RelativeTime time={app.usedAt} format="detail" />
            </p>
          </div>
          <RevokeForm
            action={PATH}
            intent="revoke-app"
            className="grid gap-2"
            target={`${app.name}'s access`}
            description="It won't be able to see anything in your account. You can allow it again the next time you sign in there."
          >
            <input type="hidden" name="appId" value={app.id} />
          </RevokeForm>
        </li>
      ))}
    </ul>
  );
}
