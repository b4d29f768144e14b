import { useFetcher } from "react-router";
import type { Notification } from "#core/notifications/types.ts";
import { classNames } from "#web/ui/class-names.ts";
import { NotificationItem } from "./notification-item.tsx";

interface NotificationRowProps {
  readonly notification: Notification;
  readonly action: string;
  readonly onMark: (isRead: boolean) => void;
}

/** A row of the notifications page with a button to mark it as read or unread. */
export function NotificationRow({ notification, action, onMark }: NotificationRowProps) {
  const fetcher = useFetcher();
  const { id, isRead } = notification;
  return (
    <NotificationItem notification={notification} isRead={isRead}>
      <fetcher.Form
        method="post"
        action={action}
        // Deferred, so that the form is submitted with its current values.
        onSubmit={() => queueMicrotask(() => onMark(!isRead))}
        className="relative z-10 -me-1.5 shrink-0"
      >
        <input type="hidden" name="id" value={id} />
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
