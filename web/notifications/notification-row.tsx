import { useFetcher } from "react-router";
import type { Notification } from "#core/notifications/types.ts";
import { classNames } from "#web/ui/class-names.ts";
import { NotificationItem } from "./notification-item.tsx";

/** One on the page of all; the dot at its end says whether it is read, and changes it. */
export function NotificationRow({ notification, action }: { notification: Notification; action: string }) {
  const fetcher = useFetcher<{ readonly ok: boolean } | undefined>();
  const sent = fetcher.formData?.get("intent");
  const isRead = sent === "read" || (sent !== "unread" && notification.isRead);
  return (
    <NotificationItem notification={notification} isRead={isRead}>
      <fetcher.Form method="post" action={action} className="relative z-10 -me-1.5 shrink-0">
        <input type="hidden" name="id" value={notification.id} />
        <button
          type="submit"
          name="intent"
          value={isRead ? "unread" : "read"}
          title={isRead ? "Mark as unread" : "Mark as read"}
          className="grid size-9 place-items-center rounded-md text-faint hover:bg-hover hover:text-text"
        >
          <span
            className={classNames("size-2.5 rounded-full", isRead ? "border border-current" : "bg-accent")}
          />
          <span className="sr-only">{isRead ? "Mark as unread" : "Mark as read"}</span>
        </button>
      </fetcher.Form>
    </NotificationItem>
  );
}
