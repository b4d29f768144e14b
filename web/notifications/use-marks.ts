import { useState } from "react";
import type { Notification } from "#core/notifications/types.ts";

const keyOf = ({ id, at }: Notification) => `${id} ${at}`;

/**
 * The notifications as they were marked here: at once, and also those of following pages, which are not loaded anew. What
 * happens to one afterwards (another vote) has a new time, and is not what was marked.
 */
export function useMarks(items: readonly Notification[]) {
  const [marks, setMarks] = useState<Readonly<Record<string, boolean>>>({});
  return {
    shown: items.map((item) => ({ ...item, isRead: marks[keyOf(item)] ?? item.isRead })),
    mark: (marked: readonly Notification[], isRead: boolean) =>
      setMarks((before) => ({
        ...before,
        ...Object.fromEntries(marked.map((item) => [keyOf(item), isRead])),
      })),
  };
}
