import { useEffect, useState } from "react";
import { signInLink } from "#web/shell/sign-in-link.ts";
import { toast } from "#web/ui/toast.tsx";
import type { MarkAnswer } from "./answer-mark.ts";
import { useOwnFetcher } from "./use-own-fetcher.ts";

/**
 * State that a form changes optimistically. An error reverts it and shows the reason. `given` is an object that is
 * new each time the page's data is loaded, which then wins again.
 */
export function useMark<Value>(
  given: object,
  value: Value,
  read: (form: FormData) => Value,
  onChange: (value: Value) => void,
) {
  const { fetcher, answer, send } = useOwnFetcher<MarkAnswer<Value>>();
  const [settled, setSettled] = useState<{ given: object; value: Value; answer: unknown }>();

  useEffect(() => {
    if (!answer || fetcher.state !== "idle" || settled?.answer === answer) return;
    if (answer.ok) {
      setSettled({ given, value: answer.value, answer });
      onChange(answer.value);
      return;
    }
    setSettled({ given, value, answer });
    const { code, title, message } = answer.refusal;
    const link = code === "not_signed_in" ? signInLink(location.pathname + location.search) : undefined;
    toast({ title, description: message, destructive: true, ...(link && { link }) });
  }, [answer, fetcher.state, settled, given, value, onChange]);

  const pending = answer?.ok && answer !== settled?.answer ? answer : null;
  const shown = fetcher.formData
    ? read(fetcher.formData)
    : pending
      ? pending.value
      : settled?.given === given
        ? settled.value
        : value;
  return { send, shown };
}
