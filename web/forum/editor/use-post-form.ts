import { type FormEvent, useEffect, useRef, useState } from "react";
import type { RawPostInput } from "#core/forum/post-input.ts";
import { useForm } from "#web/forms/use-form.ts";
import type { Refusal } from "#web/operation.ts";
import { toast } from "#web/ui/toast.tsx";
import {
  addPendingTag,
  type EditorResult,
  enterTag,
  findRefusal,
  getErrorText,
  type PostValues,
  parsePostForm,
} from "./post-form.ts";

interface PostFormOptions {
  readonly kind: "create" | "edit";
  readonly action: string;
  readonly initialValues: PostValues;
  readonly result: EditorResult | undefined;
}

/** Called before sending, and when the post is refused. `prepare` returns the IDs to send. */
interface SendCallbacks {
  prepare(): Promise<{ readonly draftId: string; readonly requestId: string }>;
  onRefused(): void;
}

const FIELDS = ["title", "category", "content", "newTag"] as const;

/** The form's state. Inputs are uncontrolled, so that undo and the browser's form restoration work. */
export function usePostForm({ kind, action, initialValues, result: actionResult }: PostFormOptions) {
  const element = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(initialValues);
  const [fieldErrors, setFieldErrors] = useState<Readonly<Record<string, string>>>(
    actionResult && !actionResult.ok ? actionResult.fieldErrors : {},
  );
  const [conflict, setConflict] = useState(
    actionResult && !actionResult.ok ? actionResult.refusal?.conflict : undefined,
  );
  /** A refusal that came with the page is shown on it, because there may be no JavaScript for a toast. */
  const [alert, setAlert] = useState(actionResult && !actionResult.ok ? actionResult.refusal : null);
  const [isSending, setSending] = useState(false);
  const pendingSend = useRef<SendCallbacks | null>(null);

  function show(refusal: Refusal) {
    toast({ ...getErrorText(refusal, kind), destructive: true });
    setFieldErrors(refusal.fieldErrors);
    setConflict(refusal.conflict);
    const firstField = FIELDS.find((name) => refusal.fieldErrors[name === "newTag" ? "tags" : name]);
    if (firstField) findControl(element.current, firstField)?.focus();
  }

  // Reads text that was typed before hydration or restored by the browser.
  useEffect(() => {
    if (!element.current) return;
    const fieldValues = readFieldValues(element.current);
    setValues((previous) => ({ ...previous, ...fieldValues }));
  }, []);

  const { send } = useForm<EditorResult>({
    action,
    key: `editor ${initialValues.requestId}`,
    onResponse(response) {
      if (response.ok) return;
      setSending(false);
      pendingSend.current?.onRefused();
      pendingSend.current = null;
      const { version } = response.values;
      setValues((previous) => ({ ...previous, version }));
      if (response.refusal) show(response.refusal);
    },
  });

  function clearError(name: string) {
    setFieldErrors(({ [name]: _, ...rest }) => rest);
  }

  return {
    element,
    values,
    fieldErrors,
    conflict,
    alert: alert && getErrorText(alert, kind),
    isSending,
    onInput(event: FormEvent<HTMLFormElement>) {
      const { name } = event.target as HTMLInputElement;
      const fieldValues = readFieldValues(event.currentTarget);
      setValues((previous) => ({ ...previous, ...fieldValues }));
      clearError(name === "newTag" ? "tags" : name);
    },
    addTag(input: string): string {
      const { tags, newTag, problem } = enterTag(values.tags, input);
      setValues((previous) => ({ ...previous, tags, newTag }));
      if (problem) setFieldErrors((previous) => ({ ...previous, tags: problem }));
      else clearError("tags");
      return newTag;
    },
    removeTag(tag: string) {
      setValues((previous) => ({ ...previous, tags: previous.tags.filter((other) => other !== tag) }));
      clearError("tags");
    },
    /** Replaces the form's content. `version` is that of the published text that the new content is based on. */
    replace(input: RawPostInput & { readonly version: string }) {
      for (const name of ["title", "category", "content"] as const) {
        const field = findControl(element.current, name);
        if (field) field.value = input[name];
      }
      const { title, content, category, tags, version } = input;
      setValues((previous) => ({
        ...previous,
        title,
        content,
        category,
        tags,
        version: version || previous.version,
      }));
      setFieldErrors({});
      setConflict(undefined);
    },
    async send(callbacks: SendCallbacks) {
      if (pendingSend.current) return;
      setAlert(null);
      const refusal = findRefusal(values);
      if (refusal) return show(refusal);
      pendingSend.current = callbacks;
      setSending(true);
      const ids = await callbacks.prepare();
      const body = new FormData();
      for (const name of ["title", "content", "category"] as const) body.set(name, values[name]);
      for (const tag of addPendingTag(values).tags) body.append("tags", tag);
      body.set("draftId", ids.draftId);
      body.set("requestId", ids.requestId);
      body.set("articleId", initialValues.articleId);
      body.set("version", values.version);
      body.set("intent", "post");
      await send(body);
    },
  };
}

export type PostFormState = ReturnType<typeof usePostForm>;

function readFieldValues(form: HTMLFormElement) {
  const { title, category, content, newTag } = parsePostForm(new FormData(form));
  return { title, category, content, newTag };
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function findControl(form: HTMLFormElement | null, name: string): Control | null {
  return (form?.elements.namedItem(name) as Control | null) ?? null;
}
