import type { FormResult } from "#web/forms/answer-form.ts";
import { showRefusal, useQueuedForm } from "#web/lists/use-queued-form.ts";
import { getNotice } from "#web/page/notice.ts";
import { toast } from "#web/ui/toast.tsx";
import { HISTORY_PATH } from "./build-history-href.ts";

/** Sends changes to the history, and shows their outcome as a toast. `onRefused` reverts optimistic changes. */
export const useHistoryChange = (onRefused = () => {}) =>
  useQueuedForm<FormResult>(HISTORY_PATH, (result) => {
    if (!result.ok) {
      onRefused();
      showRefusal(result);
    } else if (result.notice) toast(getNotice(result.notice));
  });
