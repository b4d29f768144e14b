import { answerForm } from "#web/forms/answer-form.ts";
import { handleIntent, readUpload } from "#web/forms/handle-intent.ts";
import { unlistedMeta } from "#web/page/page-meta.ts";
import { GuardLoading, loadForMember } from "#web/session/guard.tsx";
import { AvatarForm } from "#web/settings/avatar-form.tsx";
import { parseCrop } from "#web/settings/crop.ts";
import { SettingsPage } from "#web/settings/settings-page.tsx";
import { Section } from "#web/ui/section.tsx";
import type { Route } from "./+types/settings-avatar";

export const meta = unlistedMeta("Your profile picture", "/settings/avatar");

export function loader({ context, url }: Route.LoaderArgs) {
  return loadForMember(context, url, (app, viewer) => app.profiles.readOwnProfile(viewer));
}

/** All forms for the picture post here, because other settings routes refuse request bodies as large as an image. */
export const action = (args: Route.ActionArgs) =>
  handleIntent(args, {
    avatar: async (submission) => {
      const bytes = await readUpload(submission.form, "picture");
      return answerForm(submission, {
        notice: "avatar-changed",
        to: "/settings",
        run: (app, viewer) => app.profiles.changeAvatar(viewer, bytes, parseCrop(submission.form)),
      });
    },
    "remove-avatar": (submission) =>
      answerForm(submission, {
        notice: "avatar-removed",
        to: "/settings",
        run: (app, viewer) => app.profiles.removeAvatar(viewer),
      }),
  });

export { sendToServer as clientAction } from "#web/forms/client-action.ts";

export default function SettingsAvatar({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData && !actionData) return <GuardLoading />;
  const { username, avatarUrl } = loaderData ?? { username: "", avatarUrl: null };
  return (
    <SettingsPage title="Profile">
      <Section id="picture" title="Profile picture">
        <AvatarForm username={username} avatarUrl={avatarUrl} />
      </Section>
    </SettingsPage>
  );
}
