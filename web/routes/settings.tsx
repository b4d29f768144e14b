import { useRouteLoaderData } from "react-router";
import { operation } from "#web/operation.ts";
import { getForm } from "#web/server-context.ts";
import { answerSettings } from "#web/settings/answer-settings.ts";
import { AvatarForm } from "#web/settings/avatar-form.tsx";
import { BioForm } from "#web/settings/bio-form.tsx";
import { MemberLimits } from "#web/settings/member-limits.tsx";
import { NameForm } from "#web/settings/name-form.tsx";
import { sendSettings } from "#web/settings/send-settings.ts";
import { SettingsPage, SettingsSection } from "#web/settings/settings-page.tsx";
import { accessGuard, GuardLoading, loadForMember } from "#web/shell/guard.tsx";
import { pageMeta } from "#web/shell/page-meta.ts";
import type { SiteData } from "#web/shell/site-data.ts";
import { textField } from "#web/shell/text-field.ts";
import type { Route } from "./+types/settings";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: "Settings", path: "/settings", index: false });

export const middleware: Route.MiddlewareFunction[] = [accessGuard];

export function loader({ context, url }: Route.LoaderArgs) {
  return loadForMember(context, url, () =>
    operation(context, async ({ profiles, forum }, viewer) => {
      const [profile, allowance] = await Promise.all([
        profiles.readOwnProfile(viewer),
        forum.readAllowance(viewer),
      ]);
      return { ...profile, allowance };
    }),
  );
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = getForm(context);
  const to = "/settings";
  if (form.get("intent") === "bio")
    return answerSettings(context, request, form, {
      notice: "bio-saved",
      to,
      run: (app, viewer) => app.profiles.changeBio(viewer, textField(form, "bio")),
    });
  return answerSettings(context, request, form, {
    run: (app, viewer) => app.auth.own.rename(viewer, textField(form, "username")),
    notice: ({ lostBadge }) => (lostBadge ? "name-changed-badge-removed" : "name-changed"),
    to,
  });
}

export async function clientAction(args: Route.ClientActionArgs) {
  const answer = await sendSettings(args);
  if ("ok" in answer && answer.intent === "name") void renewToken();
  return answer;
}

/** The token and the browser's user record contain the username. */
async function renewToken(): Promise<void> {
  const { getAuthClient } = await import("#web/account/auth-client.ts");
  await (await getAuthClient()).refreshSession();
}

export default function Settings({ loaderData, actionData }: Route.ComponentProps) {
  const site = useRouteLoaderData("root") as SiteData;
  const answer = actionData ?? undefined;
  if (!loaderData && !answer) return <GuardLoading />;

  const { username, bio, avatarUrl } = loaderData ?? { username: "", bio: "", avatarUrl: null };
  const memberId = site.viewer?.id ?? "";
  return (
    <SettingsPage title="Profile">
      <SettingsSection id="picture" title="Picture">
        <AvatarForm username={username} avatarUrl={avatarUrl} answer={undefined} />
      </SettingsSection>
      <SettingsSection id="name" title="Name">
        <NameForm
          memberId={memberId}
          username={username}
          isVerified={site.viewer?.isVerified === true}
          answer={answer}
        />
      </SettingsSection>
      <SettingsSection id="bio" title="About you">
        <BioForm memberId={memberId} bio={bio} answer={answer} />
      </SettingsSection>
      {loaderData?.allowance ? (
        <SettingsSection id="standing" title="New-member limits">
          <MemberLimits allowance={loaderData.allowance} />
        </SettingsSection>
      ) : null}
    </SettingsPage>
  );
}
