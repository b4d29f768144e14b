import { useEffect, useState } from "react";
import type { FormResult } from "#web/forms/answer-form.ts";
import { showRefusal } from "#web/forms/show-refusal.ts";
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
  const { isIdle, result, pending, send } = useOwnFetcher<FormResult<Value>>(action);
  const [settled, setSettled] = useState<{ pageData: object; value: Value; result: unknown }>();

  useEffect(() => {
    if (!result || !isIdle || settled?.result === result) return;
    if (result.ok) {
      const newValue = result.value as Value;
      setSettled({ pageData, value: newValue, result });
      onChange(newValue);
      return;
    }
    setSettled({ pageData, value, result });
    showRefusal(result, "not_signed_in");
  }, [result, isIdle, settled, pageData, value, onChange]);

  const latest = result?.ok && result !== settled?.result ? result : null;
  const last = pending.at(-1);
  const current = last
    ? parse(last)
    : latest
      ? (latest.value as Value)
      : settled?.pageData === pageData
        ? settled.value
        : value;
  return { send, current };
}
