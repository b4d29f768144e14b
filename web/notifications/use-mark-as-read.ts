import { useState } from "react";
import type { Notification } from "#core/notifications/types.ts";

const getKey = ({ id, createdAt }: Notification) => `${id} ${createdAt}`;

/** Applies also to pages loaded later. After another event, the item has a new time, so its mark no longer counts. */
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
