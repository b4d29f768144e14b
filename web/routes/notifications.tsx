import type { Notification, NotificationPage, NotificationQuery } from "#core/notifications/types.ts";
import { bindAnswerForm } from "#web/forms/answer-form.ts";
import { handleIntent } from "#web/forms/handle-intent.ts";
import { useForm } from "#web/forms/use-form.ts";
import { EmptyState } from "#web/lists/empty-state.tsx";
import { LoadMore } from "#web/lists/load-more.tsx";
import { usePagedList } from "#web/lists/use-paged-list.ts";
import { NotificationRow, useReadMarks } from "#web/notifications/notification-row.tsx";
import { unlistedMeta } from "#web/page/page-meta.ts";
import { GuardLoading, loadForMember } from "#web/session/guard.tsx";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { cancelIfOffline } from "#web/ui/cancel-if-offline.ts";
import { FilterTabs } from "#web/ui/filter-links.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { toOptions } from "#web/ui/options.ts";
import type { Route } from "./+types/notifications";

const PATH = "/notifications";

export const meta = unlistedMeta("Notifications", PATH);

export function loader({ context, url }: Route.LoaderArgs) {
  const filter: NotificationQuery["filter"] = url.searchParams.get("show") === "unread" ? "unread" : "all";
  const cursor = url.searchParams.get("after");
  return loadForMember(context, url, async ({ notifications }, viewer) => ({
    filter,
    isLaterPage: cursor !== null,
    page: await notifications.list(viewer, { filter, cursor }),
  }));
}

export function action(args: Route.ActionArgs) {
  const answer = bindAnswerForm(({ notifications }) => notifications, {
    to: PATH + args.url.search,
    refusalPath: PATH,
  });
  const mark = (isRead: boolean) =>
    answer(null, (notifications, viewer, { text }) => notifications.mark(viewer, { id: text("id"), isRead }));
  return handleIntent(args, {
    "read-all": answer(null, (notifications, viewer, { text }) =>
      notifications.markAllRead(viewer, text("upTo")),
    ),
    read: mark(true),
    unread: mark(false),
  });
}

type LoaderData = { readonly page: NotificationPage } | null;
const getPage = (data: LoaderData) => data?.page ?? null;

const FILTERS = toOptions({ all: "All", unread: "Unread" });
const buildPath = (filter: NotificationQuery["filter"]) =>
  filter === "unread" ? `${PATH}?show=unread` : PATH;

const EMPTY_MESSAGES = {
  all: "Nothing yet. Replies, mentions, votes on your posts and comments, activity in the threads, tags and categories you follow, and moderation messages will appear here.",
  unread: "You're all caught up.",
} as const;

export default function Notifications({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return <GuardLoading />;
  return <NotificationList key={loaderData.filter} {...loaderData} />;
}

interface NotificationListProps {
  readonly filter: NotificationQuery["filter"];
  readonly isLaterPage: boolean;
  readonly page: NotificationPage;
}

function NotificationList({ filter, isLaterPage, page }: NotificationListProps) {
  const list = usePagedList<Notification, LoaderData>(page, getPage);
  const path = buildPath(filter);
  const { busy, submit } = useForm({ action: path });
  const { items, mark } = useReadMarks(list.items);
  const hasUnread = items.some(({ isRead }) => !isRead);

  return (
    <div className="page-main grid grid-cols-1 gap-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-xl sm:text-2xl">Notifications</h1>
        <ButtonLink to="/settings/notifications" variant="quiet" size="sm" className="-me-3">
          <Icon name="settings" />
          Notification settings
        </ButtonLink>
      </div>
      <div className="flex min-h-10 flex-wrap items-center justify-between gap-3">
        <FilterTabs label="Filter notifications" options={FILTERS} selected={filter} buildHref={buildPath} />
        {hasUnread ? (
          <form
            method="post"
            action={path}
            onSubmit={(event) => {
              if (cancelIfOffline(event)) return;
              submit(event);
              mark(items, true);
            }}
          >
            <input type="hidden" name="intent" value="read-all" />
            <input type="hidden" name="upTo" value={page.upTo} />
            <Button type="submit" size="sm" busy={busy}>
              <Icon name="check" />
              Mark all as read
            </Button>
          </form>
        ) : null}
      </div>
      {isLaterPage ? (
        <p className="text-sm text-muted">
          You're viewing older notifications.{" "}
          <a href={path} className="font-semibold text-accent text-link">
            Back to the start
          </a>
        </p>
      ) : null}
      {items.length === 0 ? (
        <EmptyState illustration="inbox" action={<ButtonLink to="/forum">Go to the forum</ButtonLink>}>
          {EMPTY_MESSAGES[filter]}
        </EmptyState>
      ) : (
        <ul className="divide-y divide-line overflow-hidden rounded-lg border border-line bg-surface">
          {items.map((item) => (
            <li key={item.id}>
              <NotificationRow notification={item} action={path} onMark={(isRead) => mark([item], isRead)} />
            </li>
          ))}
        </ul>
      )}
      <LoadMore
        list={list}
        buildHref={(cursor) => `${path}${path.includes("?") ? "&" : "?"}after=${cursor}`}
        label="Load More Notifications"
        loadingLabel="Loading notifications..."
      />
    </div>
  );
}
