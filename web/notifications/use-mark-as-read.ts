import { useState } from "react";
import type { Notification } from "#core/notifications/types.ts";

const getKey = ({ id, createdAt }: Notification) => `${id} ${createdAt}`;

/** Marks also apply to pages loaded later. If an item gets a new time because of another event, its mark is ignored. */
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
