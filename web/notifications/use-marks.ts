import { useState } from "react";
import type { Notification } from "#core/notifications/types.ts";

const getKey = ({ id, at }: Notification) => `${id} ${at}`;

/**
 * Applies marks immediately, also to later pages that are not reloaded. A notification that changes afterwards
 * (another vote) has a new time, so it is no longer marked.
 */
export function useMarks(items: readonly Notification[]) {
  const [marks, setMarks] = useState<Readonly<Record<string, boolean>>>({});
  return {
    shown: items.map((item) => ({ ...item, isRead: marks[getKey(item)] ?? item.isRead })),
    mark: (marked: readonly Notification[], isRead: boolean) =>
      setMarks((before) => ({
        ...before,
        ...Object.fromEntries(marked.map((item) => [getKey(item), isRead])),
      })),
  };
}
