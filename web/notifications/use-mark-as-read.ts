import { useState } from "react";
import type { Notification } from "#core/notifications/types.ts";

const getKey = ({ id, createdAt }: Notification) => `${id} ${createdAt}`;

/**
 * Marks notifications as read or unread, including on pages loaded later. A mark applies only to the item's current
 * time: after another event, the item has a new time and is unread again.
 */
export function useMarkAsRead(items: readonly Notification[]) {
  const [marks, setMarks] = useState<Readonly<Record<string, boolean>>>({});
  return {
    items: items.map((item) => ({ ...item, isRead: marks[getKey(item)] ?? item.isRead })),
    mark: (changed: readonly Notification[], isRead: boolean) =>
      setMarks((previous) => ({
        ...previous,
        ...Object.fromEntries(changed.map((item) => [getKey(item), isRead])),
      })),
  };
}
