import { useState } from "react";
import type { Notification } from "#core/notifications/types.ts";
import { useQueuedForm } from "#web/lists/use-queued-form.ts";
import { cancelIfOffline } from "#web/ui/cancel-if-offline.ts";
import { classNames } from "#web/ui/class-names.ts";
import { NotificationItem } from "./notification-item.tsx";

interface NotificationRowProps {
  readonly notification: Notification;
  readonly action: string;
  readonly onMark: (isRead: boolean) => void;
}

export function NotificationRow({ notification, action, onMark }: NotificationRowProps) {
  const { send } = useQueuedForm(action);
  const { id, isRead } = notification;
  return (
    <NotificationItem notification={notification} isRead={isRead}>
      <form
        method="post"
        action={action}
        onSubmit={(event) => {
          if (cancelIfOffline(event)) return;
          send(event);
          onMark(!isRead);
        }}
        className="relative z-10 -me-1.5 shrink-0"
      >
        <input type="hidden" name="id" value={id} />
        <button
          type="submit"
          name="intent"
          value={isRead ? "unread" : "read"}
          title={isRead ? "Mark as unread" : "Mark as read"}
          className="grid size-[36px] place-items-center rounded-md text-faint hover:bg-hover hover:text-text"
        >
          <span
            className={classNames("size-2.5 rounded-full", isRead ? "border border-current" : "bg-accent")}
          />
          <span className="sr-only">{isRead ? "Mark as unread" : "Mark as read"}</span>
        </button>
      </form>
    </NotificationItem>
  );
}

const getKey = ({ id, createdAt }: Notification) => `${id} ${createdAt}`;

/**
 * Applies the user's read and unread marks to the listed notifications, including those loaded later. A mark belongs to
 * the notification's current time: after another event, the notification has a new time and is unread again.
 */
export function useReadMarks(items: readonly Notification[]) {
  const [marks, setMarks] = useState<Readonly<Record<string, boolean>>>({});
  return {
    items: items.map((item) => ({ ...item, isRead: marks[getKey(item)] ?? item.isRead })),
    mark: (changedItems: readonly Notification[], isRead: boolean) =>
      setMarks((previous) => ({
        ...previous,
        ...Object.fromEntries(changedItems.map((item) => [getKey(item), isRead])),
      })),
  };
}
