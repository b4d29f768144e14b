import type { Allowance } from "#core/forum/allowance.ts";
import type { TrustLimits } from "#core/forum/trust-level.ts";
import { answerForm } from "#web/forms/answer-form.ts";
import { sendToServer } from "#web/forms/client-action.ts";
import { handleIntent } from "#web/forms/handle-intent.ts";
import { unlistedMeta } from "#web/page/page-meta.ts";
import { useSite } from "#web/page/site-data.ts";
import { GuardLoading, loadForMember } from "#web/session/guard.tsx";
import { AvatarForm } from "#web/settings/avatar-form.tsx";
import { BioForm, UsernameForm } from "#web/settings/profile-forms.tsx";
import { SettingsPage } from "#web/settings/settings-page.tsx";
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
  if ("ok" in result && result.intent === "name") void refreshAccessToken();
  return result;
}

/** Refreshes the access token, because it contains the username. */
async function refreshAccessToken(): Promise<void> {
  const { getAuthClient } = await import("#web/session/auth-client.ts");
  await (await getAuthClient()).refreshSession();
}

export default function Settings({ loaderData, actionData }: Route.ComponentProps) {
  const site = useSite();
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

const LIMIT_LABELS: readonly (readonly [keyof TrustLimits, string])[] = [
  ["posts", "Posts per 24 hours"],
  ["comments", "Comments per 24 hours"],
  ["links", "Links to other sites per post or comment"],
  ["images", "Images per post or comment"],
  ["mentions", "Mentions per post or comment"],
];

function MemberLimits({ allowance }: { allowance: Allowance }) {
  const { label: trustLevel, limits, whenLifted } = allowance;
  const activeLimits = LIMIT_LABELS.filter(([name]) => limits[name] !== null);
  return (
    <div className="grid gap-3 text-sm">
      <p className="text-base font-semibold">{trustLevel}</p>
      {activeLimits.length > 0 ? (
        <dl className="grid max-w-md gap-x-6 gap-y-1.5">
          {activeLimits.map(([name, label]) => (
            <div key={name} className="flex items-baseline justify-between gap-4">
              <dt className="text-muted">{label}</dt>
              <dd className="figures font-semibold">{limits[name]}</dd>
            </div>
          ))}
        </dl>
      ) : (
        <p className="text-muted">The limits for new members don't apply to you.</p>
      )}
      {whenLifted ? <p className="text-muted">{whenLifted}</p> : null}
    </div>
  );
}
