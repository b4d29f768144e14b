import { APPS_PATH } from "#web/admin/apps/app-paths.ts";
import { AppsPage } from "#web/admin/apps/apps-page.tsx";
import { type AdminResult, handleAdminForm } from "#web/admin/handle-admin-form.ts";
import { findPreviousScreen } from "#web/admin/previous-screen.ts";
import { operation } from "#web/operation.ts";
import { getForm } from "#web/server-context.ts";
import { sendSettings } from "#web/settings/send-settings.ts";
import { accessGuard, GuardLoading, loadForMember } from "#web/shell/guard.tsx";
import { pageMeta } from "#web/shell/page-meta.ts";
import { getTextField } from "#web/shell/text-field.ts";
import type { Route } from "./+types/admin-apps";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: "Apps", path: APPS_PATH, index: false });

export const middleware: Route.MiddlewareFunction[] = [accessGuard];

export function loader({ request, context, url }: Route.LoaderArgs) {
  return loadForMember(context, url, () =>
    operation(context, async ({ admin }, viewer) => ({
      apps: await admin.apps.list(viewer),
      from: findPreviousScreen(request, url),
    })),
  );
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = getForm(context);
  const text = (name: string) => getTextField(form, name);
  return handleAdminForm(context, request, form, {
    notice: "app-created",
    to: APPS_PATH,
    isShownOnce: true,
    run: ({ admin }, viewer) =>
      admin.apps.create(viewer, {
        name: text("name"),
        website: text("website"),
        redirectUris: text("redirectUris"),
        isPublic: text("type") === "public",
      }),
  });
}

export const clientAction = (args: Route.ClientActionArgs) => sendSettings(args);

export default function AdminApps({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData) return <GuardLoading />;
  return <AppsPage {...loaderData} result={actionData as AdminResult | undefined} />;
}
