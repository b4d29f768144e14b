import { answerWithStepUp } from "#web/account/answer-with-step-up.ts";
import { APPS_PATH, buildAppPath, type NewCredentials } from "#web/admin/apps/app-credentials.tsx";
import { AppPage, AppsPage } from "#web/admin/apps/apps-page.tsx";
import { findPreviousScreen } from "#web/admin/previous-screen.ts";
import { handleIntent, type Submission } from "#web/forms/handle-intent.ts";
import { pageMeta } from "#web/page/page-meta.ts";
import { GuardLoading, loadForMember } from "#web/session/guard.tsx";
import type { Route } from "./+types/admin-apps";

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, { title: loaderData?.app?.name || "Apps", path: APPS_PATH, isListed: false });

export function loader({ request, context, url, params: { appId } }: Route.LoaderArgs) {
  return loadForMember(context, url, async ({ admin }, viewer) => {
    const from = findPreviousScreen(request, url);
    return appId === undefined
      ? { apps: await admin.apps.list(viewer), from }
      : { app: await admin.apps.get(viewer, appId), from };
  });
}

export function action(args: Route.ActionArgs) {
  const { appId = "" } = args.params;
  const parseInput = ({ text }: Submission) => ({
    name: text("name"),
    website: text("website"),
    redirectUris: text("redirectUris"),
  });
  const sharedOptions = { notice: "action-done", to: buildAppPath(appId) } as const;
  const credentialOptions = {
    ...sharedOptions,
    to: null,
    getValue: (credentials: NewCredentials) => credentials,
  };
  return handleIntent(args, {
    "create-app": (submission) =>
      answerWithStepUp(submission, {
        ...credentialOptions,
        run: ({ admin }, viewer) =>
          admin.apps.create(viewer, {
            ...parseInput(submission),
            isPublic: submission.text("type") === "public",
          }),
      }),
    "edit-app": (submission) =>
      answerWithStepUp(submission, {
        ...sharedOptions,
        run: ({ admin }, viewer) => admin.apps.edit(viewer, appId, parseInput(submission)),
      }),
    "replace-secret": (submission) =>
      answerWithStepUp(submission, {
        ...credentialOptions,
        run: ({ admin }, viewer) => admin.apps.regenerateSecret(viewer, appId),
      }),
    "delete-app": (submission) =>
      answerWithStepUp(submission, {
        ...sharedOptions,
        to: () => APPS_PATH,
        run: ({ admin }, viewer) => admin.apps.delete(viewer, appId),
      }),
  });
}

export { sendToServer as clientAction } from "#web/forms/client-action.ts";

export default function AdminApps({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return <GuardLoading />;
  const { app, apps } = loaderData;
  return app ? <AppPage key={app.id} app={app} /> : <AppsPage apps={apps ?? null} />;
}
