import { data, redirect, useFetcher } from "react-router";
import type { Notification, NotificationPage, NotificationQuery } from "#core/notifications/types.ts";
import { LoadMore } from "#web/forum/load-more.tsx";
import { usePagedList } from "#web/forum/use-paged-list.ts";
import { NotificationRow } from "#web/notifications/notification-row.tsx";
import { useMarks } from "#web/notifications/use-marks.ts";
import { attempt, operation } from "#web/operation.ts";
import { getForm } from "#web/server-context.ts";
import { accessGuard, GuardLoading, loadForMember } from "#web/shell/guard.tsx";
import { pageMeta } from "#web/shell/page-meta.ts";
import { isScriptRequest } from "#web/shell/script-request.ts";
import { textField } from "#web/shell/text-field.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Choice } from "#web/ui/choice.tsx";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { Route } from "./+types/notifications";

const PATH = "/notifications";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: "Notifications", path: PATH, index: false });

export const middleware: Route.MiddlewareFunction[] = [accessGuard];

export function loader({ context, url }: Route.LoaderArgs) {
  const only: NotificationQuery["only"] = url.searchParams.get("show") === "unread" ? "unread" : "all";
  const cursor = url.searchParams.get("after");
  return loadForMember(context, url, async () => ({
    only,
    isContinued: cursor !== null,
    page: await operation(context, (app, viewer) => app.notifications.list(viewer, { only, cursor })),
  }));
}

/** Marks one or all as read; without JavaScript the page reloads. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = getForm(context);
  const intent = form.get("intent");
  const result = await attempt(context, (app, viewer) =>
    intent === "read-all"
      ? app.notifications.markAllRead(viewer, textField(form, "upTo"))
      : app.notifications.mark(viewer, { id: textField(form, "id"), isRead: intent === "read" }),
  );
  const { search } = new URL(request.url);
  if (!isScriptRequest(request)) throw redirect(result.ok ? PATH + search : PATH);
  return result.ok ? { ok: true } : data({ ok: false }, { status: result.status });
}

type PageAnswer = { readonly page: NotificationPage } | null;
const getPage = (answer: PageAnswer) => answer?.page ?? null;

const EMPTY = {
  all: "Nothing yet. Replies, mentions, votes on your posts and comments, and new comments in threads you follow will appear here.",
  unread: "You're all caught up.",
} as const;

export default function Notifications({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return <GuardLoading />;
  return <NotificationList key={loaderData.only} {...loaderData} />;
}

interface NotificationListProps {
  readonly only: NotificationQuery["only"];
  readonly isContinued: boolean;
  readonly page: NotificationPage;
}

function NotificationList({ only, isContinued, page }: NotificationListProps) {
  const { items, isLoading, nextCursor, loadMore } = usePagedList<Notification, PageAnswer>(page, getPage);
  const marking = useFetcher();
  const here = only === "unread" ? `${PATH}?show=unread` : PATH;
  const { shown, mark } = useMarks(items);
  const hasUnread = shown.some(({ isRead }) => !isRead);

  return (
    <div className="mx-auto grid max-w-3xl grid-cols-1 gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl">Notifications</h1>
        <ButtonLink to="/settings/notifications" look="quiet" size="sm" className="-me-3">
          <Icon name="settings" />
          Notification settings
        </ButtonLink>
      </div>
      <div className="flex min-h-10 flex-wrap items-center justify-between gap-3">
        <nav
          aria-label="Filter notifications"
          className="flex gap-1 rounded-md border border-line bg-surface p-1"
        >
          <Choice look="tab" to={PATH} active={only === "all"}>
            All
          </Choice>
          <Choice look="tab" to={`${PATH}?show=unread`} active={only === "unread"}>
            Unread
          </Choice>
        </nav>
        {hasUnread ? (
          <marking.Form method="post" action={here} onSubmit={() => mark(items, true)}>
            <input type="hidden" name="intent" value="read-all" />
            <input type="hidden" name="upTo" value={page.upTo} />
            <Button type="submit" size="sm" disabled={marking.state !== "idle"}>
              <Icon name="check" />
              Mark all as read
            </Button>
          </marking.Form>
        ) : null}
      </div>
      {isContinued ? (
        <p className="text-sm text-muted">
          You're viewing older notifications.{" "}
          <a href={here} className="font-semibold text-accent hover:underline">
            Back to the start
          </a>
        </p>
      ) : null}
      {items.length === 0 ? (
        <EmptyState action={<ButtonLink to="/forum">Go to the forum</ButtonLink>}>{EMPTY[only]}</EmptyState>
      ) : (
        <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
          {shown.map((item) => (
            <li key={item.id}>
              <NotificationRow notification={item} action={here} onMark={(isRead) => mark([item], isRead)} />
            </li>
          ))}
        </ul>
      )}
      {nextCursor ? (
        <LoadMore
          href={`${here}${here.includes("?") ? "&" : "?"}after=${nextCursor}`}
          isLoading={isLoading}
          onLoad={loadMore}
          label="Load more notifications"
          loadingLabel="Loading notifications..."
        />
      ) : null}
    </div>
  );
}
