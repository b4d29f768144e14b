import { useState } from "react";
import type { Notification } from "#core/notifications/types.ts";

const getKey = ({ id, createdAt }: Notification) => `${id} ${createdAt}`;

/**
 * Marks notifications as read or unread immediately, including on pages opened later without a reload. A notification that
 * changes afterwards (another vote) has a new time, so its mark no longer applies.
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
