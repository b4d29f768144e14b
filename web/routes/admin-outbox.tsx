import { OutboxList } from "#web/admin/outbox-list.tsx";
import { OutboxMailPage } from "#web/admin/outbox-mail.tsx";
import { findWayBack } from "#web/admin/way-back.ts";
import { operation } from "#web/operation.ts";
import { accessGuard, GuardLoading, loadForMember } from "#web/shell/guard.tsx";
import { pageMeta } from "#web/shell/page-meta.ts";
import type { Route } from "./+types/admin-outbox";

const PATH = "/admin/outbox";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: "Outbox", path: PATH, index: false });

export const middleware: Route.MiddlewareFunction[] = [accessGuard];

/** The outbox, newest first, or one mail of it. */
export function loader({ request, context, url, params: { mailId } }: Route.LoaderArgs) {
  return loadForMember(context, url, () =>
    operation(context, async (app, viewer) => ({
      from: findWayBack(request, url),
      ...(mailId === undefined
        ? { page: await app.mail.listOutbox(viewer, url.searchParams.get("before")), mail: null }
        : { page: null, mail: await app.mail.readMail(viewer, mailId) }),
    })),
  );
}

export default function AdminOutbox({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return <GuardLoading />;
  const { page, mail, from } = loaderData;
  return mail ? <OutboxMailPage mail={mail} from={from} /> : <OutboxList page={page} from={from} />;
}
