import { useFetcher } from "react-router";
import type { Notification } from "#core/notifications/types.ts";
import { Icon } from "#web/ui/icon.tsx";
import { NotificationItem } from "./notification-item.tsx";

/** One on the page of all, with the button that marks it as read, or as unread again. */
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
          <Icon name={isRead ? "mail" : "check"} size={17} />
          <span className="sr-only">{isRead ? "Mark as unread" : "Mark as read"}</span>
        </button>
      </fetcher.Form>
    </NotificationItem>
  );
}
