import { data, redirect } from "react-router";
import { OutboxEmailPage } from "#web/admin/outbox-email.tsx";
import { OutboxList } from "#web/admin/outbox-list.tsx";
import { findPreviousScreen } from "#web/admin/previous-screen.ts";
import { attempt } from "#web/operation.ts";
import { accessGuard, GuardLoading, loadForMember } from "#web/shell/guard.tsx";
import { pageMeta } from "#web/shell/page-meta.ts";
import type { Route } from "./+types/admin-outbox";

const PATH = "/admin/outbox";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: "Outbox", path: PATH, index: false });

export const middleware: Route.MiddlewareFunction[] = [accessGuard];

/** The outbox, or one email, which needs a recent sign-in. */
export function loader({ request, context, url, params: { mailId } }: Route.LoaderArgs) {
  return loadForMember(context, url, async () => {
    const read = await attempt(context, async ({ admin }, viewer) => ({
      from: findPreviousScreen(request, url),
      ...(mailId === undefined
        ? { page: await admin.outbox.list(viewer, url.searchParams.get("before")), mail: null }
        : { page: null, mail: await admin.outbox.read(viewer, mailId) }),
    }));
    if (read.ok) return read.value;
    if (read.refusal.code === "sign_in_again")
      throw redirect(`/settings/confirm?${new URLSearchParams({ next: url.pathname + url.search })}`);
    throw data(read.refusal, { status: read.status });
  });
}

export default function AdminOutbox({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return <GuardLoading />;
  const { page, mail, from } = loaderData;
  return mail ? <OutboxEmailPage mail={mail} from={from} /> : <OutboxList page={page} from={from} />;
}
