import { useEffect, useState } from "react";
import type { NotificationPage } from "#core/notifications/types.ts";
import { useForm } from "#web/forms/use-form.ts";
import { refreshSession } from "#web/session/refresh-session.ts";
import { Icon } from "#web/ui/icon.tsx";
import { Illustration } from "#web/ui/illustration.tsx";
import { Link } from "#web/ui/link.tsx";
import { NotificationItem } from "./notification-item.tsx";

type LatestResult = { readonly page: NotificationPage } | { readonly message: string };

/** The newest notifications, reloaded when the panel opens or the unread count changes. */
export default function Panel({ unread, onLeave }: { unread: number; onLeave: () => void }) {
  const { send } = useForm({ action: "/notifications" });
  const [latestResult, setLatestResult] = useState<LatestResult | null>(null);
  const [readUntil, setReadUntil] = useState<string | null>(null);

  // biome-ignore lint/correctness/useExhaustiveDependencies: reload when the unread count changes
  useEffect(() => {
    const controller = new AbortController();
    void fetchNewest(controller.signal).then((result) => result && setLatestResult(result));
    return () => controller.abort();
  }, [unread]);

  const page = latestResult && "page" in latestResult ? latestResult.page : null;
  const hasUnread =
    page?.items.some(({ isRead, createdAt }) => !isRead && (readUntil === null || createdAt > readUntil)) ??
    false;

  function markAllRead(): void {
    if (!page) return;
    setReadUntil(page.items[0]?.createdAt ?? null);
    void send({ intent: "read-all", upTo: page.upTo });
  }

  return (
    <div className="flex max-h-[min(34rem,calc(100dvh-5rem))] flex-col">
      <div className="flex h-12 shrink-0 items-center justify-between gap-3 border-b border-line ps-4 pe-2">
        <h2 className="text-base">Notifications</h2>
        {hasUnread ? (
          <button
            type="button"
            onClick={markAllRead}
            className="inline-flex h-8 items-center gap-1.5 rounded-sm px-2 text-sm font-semibold text-muted hover:bg-hover hover:text-text"
          >
            <Icon name="check" size={15} />
            Mark all as read
          </button>
        ) : null}
      </div>
      <div className="min-h-48 flex-1 overflow-y-auto" aria-busy={latestResult === null}>
        {page === null ? (
          <p role="status" className="grid h-48 place-items-center px-6 text-center text-sm text-muted">
            {latestResult && "message" in latestResult ? latestResult.message : "Loading..."}
          </p>
        ) : page.items.length === 0 ? (
          <div className="grid min-h-48 place-content-center justify-items-center gap-3 px-6 py-4 text-center text-sm text-muted">
            <Illustration name="inbox" />
            <p>Nothing yet. Replies, mentions and votes on what you write will appear here.</p>
          </div>
        ) : (
          <ul className="divide-y divide-line">
            {page.items.map((item) => (
              <li key={item.id}>
                <NotificationItem
                  notification={item}
                  isRead={item.isRead || (readUntil !== null && item.createdAt <= readUntil)}
                  onLeave={onLeave}
                  isBrief
                />
              </li>
            ))}
          </ul>
        )}
      </div>
      <div className="flex h-12 shrink-0 items-center justify-between gap-3 border-t border-line px-4 text-sm">
        <Link to="/notifications" onClick={onLeave} className="font-semibold text-accent text-link">
          See all notifications
        </Link>
        <Link to="/settings/notifications" onClick={onLeave} className="text-muted hover:text-text text-link">
          Notification settings
        </Link>
      </div>
    </div>
  );
}

/** Returns the newest notifications, a message if loading them failed, or null if the request was aborted. */
async function fetchNewest(signal: AbortSignal): Promise<LatestResult | null> {
  try {
    const load = () => fetch("/notifications/newest", { signal });
    const firstResponse = await load();
    // A 401 means that the access token has expired: refresh the session and retry.
    const response = firstResponse.status === 401 && (await refreshSession()) ? await load() : firstResponse;
    return (await response.json()) as LatestResult;
  } catch {
    return signal.aborted ? null : { message: "We couldn't load your notifications. Please try again." };
  }
}
