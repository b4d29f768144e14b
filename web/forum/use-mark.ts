import { useEffect, useState } from "react";
import { useFetcher } from "react-router";
import { signInLink } from "#web/shell/sign-in-link.ts";
import { sendForm } from "#web/ui/send-form.ts";
import { toast } from "#web/ui/toast.tsx";
import type { MarkAnswer } from "./answer-mark.ts";

/**
 * A mark that its form changes: it moves at once and settles with the answer; a refusal moves it back and says why.
 * `given` is what the page brought, in an object of its own for each time that it did: then the page is right again.
 */
export function useMark<Value>(
  given: object,
  value: Value,
  read: (form: FormData) => Value,
  onChange: (value: Value) => void,
) {
  const fetcher = useFetcher<MarkAnswer<Value>>();
  const [settled, setSettled] = useState<{ given: object; value: Value; answer: unknown }>();
  const answer = fetcher.data;

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

  const unheard = answer?.ok && answer !== settled?.answer ? answer : null;
  const shown = fetcher.formData
    ? read(fetcher.formData)
    : unheard
      ? unheard.value
      : settled?.given === given
        ? settled.value
        : value;
  return { send: sendForm(fetcher), shown };
}
