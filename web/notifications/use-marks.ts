import { useState } from "react";
import type { Notification } from "#core/notifications/types.ts";

const getKey = ({ id, createdAt }: Notification) => `${id} ${createdAt}`;

/**
 * Applies marks immediately, also to later pages that are not reloaded. A notification that changes afterwards
 * (another vote) has a new time, so it is no longer marked.
 */
export function useMarks(items: readonly Notification[]) {
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
