import { useState } from "react";
import type { FormResult } from "#web/forms/answer-form.ts";
import { showRefusal, useQueuedForm } from "#web/lists/use-queued-form.ts";

/**
 * State that a form changes optimistically; an error reverts it to the state before. `pageData` is a new object after
 * each load. When it changes, `value` replaces the state.
 */
export function useOptimisticState<Value>(
  action: string,
  pageData: object,
  value: Value,
  parse: (form: FormData) => Value,
  onChange: (value: Value) => void,
) {
  const [settledState, setSettledState] = useState<{ pageData: object; value: Value; response: unknown }>();
  const settledValue = settledState?.pageData === pageData ? settledState.value : value;
  const { response, pending, send } = useQueuedForm<FormResult<Value>>(action, (result) => {
    const newValue = result.ok ? (result.value as Value) : settledValue;
    setSettledState({ pageData, value: newValue, response: result });
    if (result.ok) onChange(newValue);
    else showRefusal(result, "not_signed_in");
  });

  const latestResponse = response?.ok && response !== settledState?.response ? response : null;
  const lastForm = pending.at(-1);
  const currentValue = lastForm
    ? parse(lastForm)
    : latestResponse
      ? (latestResponse.value as Value)
      : settledValue;
  return { send, currentValue };
}
