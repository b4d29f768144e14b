import { redirect } from "react-router";
import { AppPage } from "#web/admin/apps/app-page.tsx";
import { APPS_PATH, buildAppPath } from "#web/admin/apps/app-paths.ts";
import { type AdminResult, handleAdminForm } from "#web/admin/handle-admin-form.ts";
import { findPreviousScreen } from "#web/admin/previous-screen.ts";
import { operation } from "#web/operation.ts";
import { getForm } from "#web/server-context.ts";
import { sendSettings } from "#web/settings/send-settings.ts";
import { accessGuard, GuardLoading, loadForMember } from "#web/shell/guard.tsx";
import { pageMeta } from "#web/shell/page-meta.ts";
import { getTextField } from "#web/shell/text-field.ts";
import type { Route } from "./+types/admin-app";

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, { title: loaderData?.app.name || "App", path: APPS_PATH, index: false });

export const middleware: Route.MiddlewareFunction[] = [accessGuard];

export function loader({ request, context, url, params: { appId } }: Route.LoaderArgs) {
  return loadForMember(context, url, () =>
    operation(context, async ({ admin }, viewer) => ({
      app: await admin.apps.get(viewer, appId),
      from: findPreviousScreen(request, url),
    })),
  );
}

export async function action({ request, context, params: { appId } }: Route.ActionArgs) {
  const form = getForm(context);
  const text = (name: string) => getTextField(form, name);
  switch (text("intent")) {
    case "replace-secret":
      return handleAdminForm(context, request, form, {
        notice: "app-secret-replaced",
        to: buildAppPath(appId),
        isShownOnce: true,
        run: ({ admin }, viewer) => admin.apps.regenerateSecret(viewer, appId),
      });
    case "delete-app":
      return handleAdminForm(context, request, form, {
        notice: "app-deleted",
        to: APPS_PATH,
        run: ({ admin }, viewer) => admin.apps.delete(viewer, appId),
      });
    default:
      return handleAdminForm(context, request, form, {
        notice: "app-edited",
        to: buildAppPath(appId),
        run: ({ admin }, viewer) =>
          admin.apps.edit(viewer, appId, {
            name: text("name"),
            website: text("website"),
            redirectUris: text("redirectUris"),
          }),
      });
  }
}

export async function clientAction(args: Route.ClientActionArgs) {
  const result = await sendSettings(args);
  // The app shown was deleted.
  if ("ok" in result && result.ok && result.intent === "delete-app") throw redirect(APPS_PATH);
  return result;
}

export default function AdminApp({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData) return <GuardLoading />;
  return <AppPage key={loaderData.app.id} {...loaderData} result={actionData as AdminResult | undefined} />;
}
