import { useRouteLoaderData } from "react-router";
import { answerForm } from "#web/forms/answer-form.ts";
import { sendToServer } from "#web/forms/client-action.ts";
import { handleIntent } from "#web/forms/handle-intent.ts";
import { unlistedMeta } from "#web/page/page-meta.ts";
import type { SiteData } from "#web/page/site-data.ts";
import { GuardLoading, loadForMember } from "#web/session/guard.tsx";
import { AvatarForm } from "#web/settings/avatar-form.tsx";
import { BioForm } from "#web/settings/bio-form.tsx";
import { MemberLimits } from "#web/settings/member-limits.tsx";
import { SettingsPage } from "#web/settings/settings-page.tsx";
import { UsernameForm } from "#web/settings/username-form.tsx";
import { Section } from "#web/ui/section.tsx";
import type { Route } from "./+types/settings";

export const meta = unlistedMeta("Settings", "/settings");

export function loader({ context, url }: Route.LoaderArgs) {
  return loadForMember(context, url, async ({ profiles, forum }, viewer) => {
    const [profile, allowance] = await Promise.all([
      profiles.readOwnProfile(viewer),
      forum.readAllowance(viewer),
    ]);
    return { ...profile, allowance };
  });
}

export const action = (args: Route.ActionArgs) =>
  handleIntent(args, {
    bio: (submission) =>
      answerForm(submission, {
        notice: "bio-saved",
        to: "/settings",
        run: (app, viewer) => app.profiles.changeBio(viewer, submission.text("bio")),
      }),
    name: (submission) =>
      answerForm(submission, {
        run: (app, viewer) => app.auth.account.rename(viewer, submission.text("username")),
        notice: ({ lostBadge }) => (lostBadge ? "name-changed-badge-removed" : "name-changed"),
        to: "/settings",
      }),
  });

export async function clientAction(args: Route.ClientActionArgs) {
  const result = await sendToServer(args);
  if ("ok" in result && result.intent === "name") void renewToken();
  return result;
}

/** Renews the access token, which contains the username. */
async function renewToken(): Promise<void> {
  const { getAuthClient } = await import("#web/session/auth-client.ts");
  await (await getAuthClient()).refreshSession();
}

export default function Settings({ loaderData, actionData }: Route.ComponentProps) {
  const site = useRouteLoaderData("root") as SiteData;
  const result = actionData ?? undefined;
  if (!loaderData && !result) return <GuardLoading />;

  const { username, bio, avatarUrl } = loaderData ?? { username: "", bio: "", avatarUrl: null };
  const memberId = site.viewer?.id ?? "";
  return (
    <SettingsPage title="Profile">
      <Section id="picture" title="Profile picture">
        <AvatarForm username={username} avatarUrl={avatarUrl} />
      </Section>
      <Section id="name" title="Username">
        <UsernameForm memberId={memberId} username={username} isVerified={site.viewer?.isVerified === true} />
      </Section>
      <Section id="bio" title="About you">
        <BioForm memberId={memberId} bio={bio} />
      </Section>
      {loaderData?.allowance ? (
        <Section id="limits" title="New-member limits">
          <MemberLimits allowance={loaderData.allowance} />
        </Section>
      ) : null}
    </SettingsPage>
  );
}
