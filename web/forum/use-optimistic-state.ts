import { useEffect, useState } from "react";
import { createSignInLink } from "#web/page/sign-in-link.ts";
import { toast } from "#web/ui/toast.tsx";
import type { StateChangeResult } from "./state-change-response.ts";
import { useOwnFetcher } from "./use-own-fetcher.ts";

/**
 * State that a form changes optimistically. An error reverts it and shows the reason. `pageData` is a new object
 * each time the page is loaded; its `value` then replaces the stored one.
 */
export function useOptimisticState<Value>(
  action: string,
  pageData: object,
  value: Value,
  parse: (form: FormData) => Value,
  onChange: (value: Value) => void,
) {
  const { isIdle, result, pending, send } = useOwnFetcher<StateChangeResult<Value>>(action);
  const [settled, setSettled] = useState<{ pageData: object; value: Value; result: unknown }>();

  useEffect(() => {
    if (!result || !isIdle || settled?.result === result) return;
    if (result.ok) {
      setSettled({ pageData, value: result.value, result });
      onChange(result.value);
      return;
    }
    setSettled({ pageData, value, result });
    const { code, title, message } = result.refusal;
    const link = code === "not_signed_in" ? createSignInLink(location.pathname + location.search) : undefined;
    toast({ title, description: message, destructive: true, ...(link && { link }) });
  }, [result, isIdle, settled, pageData, value, onChange]);

  const latest = result?.ok && result !== settled?.result ? result : null;
  const last = pending.at(-1);
  const current = last
    ? parse(last)
    : latest
      ? latest.value
      : settled?.pageData === pageData
        ? settled.value
        : value;
  return { send, current };
}
