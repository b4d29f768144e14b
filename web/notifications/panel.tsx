import { useEffect, useState } from "react";
import { useFetcher } from "react-router";
import type { NotificationPage } from "#core/notifications/types.ts";
import { refreshSession } from "#web/forum/editor/refresh-session.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import { NotificationItem } from "./notification-item.tsx";

interface PanelProps {
  readonly unread: number;
  readonly onLeave: () => void;
}

type Newest = { readonly page: NotificationPage } | { readonly message: string };

/** The latest notifications, reloaded when the panel opens or the unread count changes. */
export default function Panel({ unread, onLeave }: PanelProps) {
  const marking = useFetcher();
  const [newest, setNewest] = useState<Newest | null>(null);
  const [seen, setSeen] = useState<string | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: reload when the unread count changes
  useEffect(() => {
    const controller = new AbortController();
    void readNewest(controller.signal).then((answer) => answer && setNewest(answer));
    return () => controller.abort();
  }, [unread]);

  const page = newest && "page" in newest ? newest.page : null;
  const isUnread = page?.items.some(({ isRead, at }) => !isRead && (seen === null || at > seen)) ?? false;

  async function markAll(): Promise<void> {
    if (!page) return;
    setSeen(page.items[0]?.at ?? null);
    await refreshSession();
    await marking.submit(
      { intent: "read-all", upTo: page.upTo },
      { method: "post", action: "/notifications" },
    );
  }

  return (
    <div className="flex max-h-[min(34rem,calc(100dvh-5rem))] flex-col">
      <div className="flex h-12 shrink-0 items-center justify-between gap-3 border-b border-line ps-4 pe-2">
        <h2 className="text-base">Notifications</h2>
        {isUnread ? (
          <button
            type="button"
            onClick={() => void markAll()}
            className="inline-flex h-8 items-center gap-1.5 rounded-sm px-2 text-sm font-semibold text-muted hover:bg-hover hover:text-text"
          >
            <Icon name="check" size={15} />
            Mark all as read
          </button>
        ) : null}
      </div>
      <div className="min-h-48 flex-1 overflow-y-auto" aria-busy={newest === null}>
        {page === null ? (
          <p role="status" className="grid h-48 place-items-center px-6 text-center text-sm text-muted">
            {newest && "message" in newest ? newest.message : "Loading..."}
          </p>
        ) : page.items.length === 0 ? (
          <p className="grid h-48 place-items-center px-6 text-center text-sm text-muted">
            Nothing yet. Replies, mentions and votes on what you write will appear here.
          </p>
        ) : (
          <ul className="divide-y divide-line">
            {page.items.map((item) => (
              <li key={item.id}>
                <NotificationItem
                  notification={item}
                  isRead={item.isRead || (seen !== null && item.at <= seen)}
                  onLeave={onLeave}
                  isBrief
                />
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className="flex h-12 shrink-0 items-center justify-between gap-3 border-t border-line px-4 text-sm">
        <Link to="/notifications" onClick={onLeave} className="font-semibold text-accent hover:underline">
          See all notifications
        </Link>
        <Link
          to="/settings/notifications"
          onClick={onLeave}
          className="text-muted hover:text-text hover:underline"
        >
          Notification settings
        </Link>
      </div>
    </div>
  );
}

/** Null if aborted. */
async function readNewest(signal: AbortSignal): Promise<Newest | null> {
  try {
    const load = () => fetch("/notifications/newest", { signal });
    const first = await load();
    // The access token has expired: refresh it and retry.
    const response = first.status === 401 && (await refreshSession()) ? await load() : first;
    return (await response.json()) as Newest;
  } catch {
    return signal.aborted ? null : { message: "We couldn't load your notifications. Please try again." };
  }
}
