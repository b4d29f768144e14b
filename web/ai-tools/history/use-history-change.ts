import { useEffect, useRef } from "react";
import { getNotice } from "#web/page/notice.ts";
import { useFetcher } from "#web/router/use-fetcher.ts";
import { toast } from "#web/ui/toast.tsx";
import type { HistoryChange } from "./change-history.ts";

/** A fetcher for changes to the history, which shows their outcome as a toast. `onRefuse` undoes what was shown early. */
export function useHistoryChange(onRefuse = () => {}) {
  const fetcher = useFetcher<HistoryChange>();
  const handled = useRef<unknown>(undefined);
  useEffect(() => {
    const { data } = fetcher;
    if (data === undefined || data === handled.current) return;
    handled.current = data;
    if ("notice" in data) return toast(getNotice(data.notice));
    onRefuse();
    toast({ title: data.refusal.title, description: data.refusal.message, destructive: true });
  });
  return fetcher;
}
