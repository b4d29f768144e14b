import { data, redirect } from "react-router";
import { PROVIDER_KIND_LABELS } from "#core/accounts/provider-settings.ts";
import { ERRORS } from "#core/errors.ts";
import type { AdminResult } from "#web/admin/handle-admin-form.ts";
import { handleProviderForm } from "#web/admin/providers/handle-provider.ts";
import { ProviderScreen } from "#web/admin/providers/provider-screen.tsx";
import { startTest } from "#web/admin/providers/start-test.ts";
import { operation } from "#web/operation.ts";
import { getForm } from "#web/server-context.ts";
import { sendSettings } from "#web/settings/send-settings.ts";
import { accessGuard, GuardLoading, loadForMember } from "#web/shell/guard.tsx";
import { pageMeta } from "#web/shell/page-meta.ts";
import type { Route } from "./+types/admin-provider";

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, {
    title: loaderData
      ? (loaderData.provider?.label ?? PROVIDER_KIND_LABELS[loaderData.kind])
      : "Sign-in provider",
    path: "/admin",
    index: false,
  });

export const middleware: Route.MiddlewareFunction[] = [accessGuard];

/**
 * A sign-in provider, or the form that adds one: the parameter is then a kind, for example "custom". With `?test=`, leads
 * to the provider's sign-in page for a test, whose callback leads back here.
 */
export function loader({ context, url, params: { providerId } }: Route.LoaderArgs) {
  const token = url.searchParams.get("test");
  return loadForMember(context, url, async () => {
    if (token !== null) throw await startTest(context, { id: providerId, token });
    return operation(context, ({ admin }, viewer) => admin.providers.get(viewer, providerId));
  });
}

export const action = ({ request, context, params: { providerId } }: Route.ActionArgs) =>
  handleProviderForm(context, request, getForm(context), providerId);

export async function clientAction(args: Route.ClientActionArgs) {
  const result = await sendSettings(args);
  // After a conflict, the page must load the newer version.
  if ("init" in result)
    return result.data.title === ERRORS.settings_changed.title ? data(result.data) : result;
  if (result.to !== undefined) throw redirect(result.to);
  return result;
}

export default function AdminProvider({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData) return <GuardLoading />;
  const result = actionData && "intent" in actionData ? (actionData as unknown as AdminResult) : undefined;
  return <ProviderScreen key={loaderData.provider?.id ?? "new"} details={loaderData} result={result} />;
}
