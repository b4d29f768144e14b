import { data, redirect } from "react-router";
import { OutboxList, OutboxMessagePage } from "#web/admin/outbox.tsx";
import { findPreviousScreen } from "#web/admin/previous-screen.ts";
import { attempt } from "#web/operation.ts";
import { unlistedMeta } from "#web/page/page-meta.ts";
import { GuardLoading, loadForMember } from "#web/session/guard.tsx";
import type { Route } from "./+types/admin-outbox";

const PATH = "/admin/outbox";

export const meta = unlistedMeta("Outbox", PATH);

export function loader({ request, context, url, params: { messageId } }: Route.LoaderArgs) {
  return loadForMember(context, url, async () => {
    const result = await attempt(context, async ({ admin }, viewer) => ({
      from: findPreviousScreen(request, url),
      ...(messageId === undefined
        ? { page: await admin.outbox.list(viewer, url.searchParams.get("before")), message: null }
        : { page: null, message: await admin.outbox.read(viewer, messageId) }),
    }));
    if (result.ok) return result.value;
    if (result.refusal.code === "step_up_required")
      throw redirect(`/settings/confirm?${new URLSearchParams({ next: url.pathname + url.search })}`);
    throw data(result.refusal, { status: result.status });
  });
}

export default function AdminOutbox({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return <GuardLoading />;
  const { page, message } = loaderData;
  return message ? <OutboxMessagePage message={message} /> : <OutboxList page={page} />;
}
