import type { FormResult } from "#web/forms/answer-form.ts";
import { showRefusal } from "#web/forms/show-refusal.ts";
import { getNotice } from "#web/page/notice.ts";
import { useFetcher } from "#web/router/use-fetcher.ts";
import { useResponse } from "#web/router/use-response.ts";
import { toast } from "#web/ui/toast.tsx";

/** A fetcher for changes to the history, which shows their outcome as a toast. `onRefuse` undoes what was shown early. */
export function useHistoryChange(onRefuse = () => {}) {
  const fetcher = useFetcher<FormResult>();
  useResponse(fetcher, (result) => {
    if (!result.ok) {
      onRefuse();
      showRefusal(result);
    } else if (result.notice) toast(getNotice(result.notice));
  });
  return fetcher;
}
