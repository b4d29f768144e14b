import { redirect } from "react-router";
import { AppPage } from "#web/admin/apps/app-page.tsx";
import { APPS_PATH, buildAppPath } from "#web/admin/apps/app-paths.ts";
import { AppsPage } from "#web/admin/apps/apps-page.tsx";
import { type AdminResult, handleAdminForm } from "#web/admin/handle-admin-form.ts";
import { findPreviousScreen } from "#web/admin/previous-screen.ts";
import { sendSettings } from "#web/forms/send-settings.ts";
import { getTextField } from "#web/forms/text-field.ts";
import { operation } from "#web/operation.ts";
import { pageMeta } from "#web/page/page-meta.ts";
import { getForm } from "#web/server-context.ts";
import { accessGuard, GuardLoading, loadForMember } from "#web/session/guard.tsx";
import type { Route } from "./+types/admin-apps";

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, { title: loaderData?.app?.name || "Apps", path: APPS_PATH, index: false });

export const middleware: Route.MiddlewareFunction[] = [accessGuard];

/** All apps, or one of them. */
export function loader({ request, context, url, params: { appId } }: Route.LoaderArgs) {
  return loadForMember(context, url, () =>
    operation(context, async ({ admin }, viewer) => {
      const from = findPreviousScreen(request, url);
      return appId === undefined
        ? { apps: await admin.apps.list(viewer), from }
        : { app: await admin.apps.get(viewer, appId), from };
    }),
  );
}

export async function action({ request, context, params: { appId = "" } }: Route.ActionArgs) {
  const form = getForm(context);
  const text = (name: string) => getTextField(form, name);
  const input = { name: text("name"), website: text("website"), redirectUris: text("redirectUris") };
  const shared = { notice: "action-done", to: buildAppPath(appId) } as const;
  switch (text("intent")) {
    case "create-app":
      return handleAdminForm(context, request, form, {
        ...shared,
        isShownOnce: true,
        run: ({ admin }, viewer) =>
          admin.apps.create(viewer, { ...input, isPublic: text("type") === "public" }),
      });
    case "replace-secret":
      return handleAdminForm(context, request, form, {
        ...shared,
        isShownOnce: true,
        run: ({ admin }, viewer) => admin.apps.regenerateSecret(viewer, appId),
      });
    case "delete-app":
      return handleAdminForm(context, request, form, {
        ...shared,
        to: APPS_PATH,
        run: ({ admin }, viewer) => admin.apps.delete(viewer, appId),
      });
    default:
      return handleAdminForm(context, request, form, {
        ...shared,
        run: ({ admin }, viewer) => admin.apps.edit(viewer, appId, input),
      });
  }
}

export async function clientAction(args: Route.ClientActionArgs) {
  const result = await sendSettings(args);
  // The app shown was deleted.
  if ("ok" in result && result.ok && result.intent === "delete-app") throw redirect(APPS_PATH);
  return result;
}

export default function AdminApps({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData) return <GuardLoading />;
  const result = actionData as AdminResult | undefined;
  const { app, apps, from } = loaderData;
  return app ? (
    <AppPage key={app.id} app={app} from={from} result={result} />
  ) : (
    <AppsPage apps={apps ?? null} from={from} result={result} />
  );
}
