import { type FormEvent, useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import type { RawPostInput } from "#core/forum/post-input.ts";
import type { Refusal } from "#web/operation.ts";
import { toast } from "#web/ui/toast.tsx";
import {
  type EditorAnswer,
  enterTag,
  findRefusal,
  getErrorText,
  type PostValues,
  readPostForm,
  withTypedTag,
} from "./post-form.ts";
import { refreshSession } from "./refresh-session.ts";

interface PostFormOptions {
  readonly kind: "create" | "edit";
  /** Where the form is sent. */
  readonly action: string;
  readonly start: PostValues;
  /** The server's result if the form was sent without JavaScript. */
  readonly answer: EditorAnswer | undefined;
}

/** Callbacks around sending. `before` returns the ids to send. */
interface Sending {
  before(): Promise<{ readonly draftId: string; readonly requestId: string }>;
  onRefused(): void;
}

const FIELDS = ["title", "category", "content", "newTag"] as const;

/** The form's state. Inputs are uncontrolled, so that undo and the browser's form restoration work. */
export function usePostForm({ kind, action, start, answer }: PostFormOptions) {
  const fetcher = useFetcher<EditorAnswer>({ key: `editor ${start.requestId}` });
  const element = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState(start);
  const [fields, setFields] = useState<Readonly<Record<string, string>>>(
    answer && !answer.ok ? answer.fields : {},
  );
  /** Shown in the page if the server rendered it, because there may be no JavaScript for a toast. */
  const [alert, setAlert] = useState(answer && !answer.ok ? answer.refusal : null);
  const [isSending, setSending] = useState(false);
  const sending = useRef<Sending | null>(null);
  const handled = useRef<unknown>(undefined);

  function show(refusal: Refusal) {
    toast({ ...getErrorText(refusal, kind), destructive: true });
    setFields(refusal.fields);
    const first = FIELDS.find((name) => refusal.fields[name === "newTag" ? "tags" : name]);
    if (first) findControl(element.current, first)?.focus();
  }
  const showLatest = useRef(show);
  showLatest.current = show;

  // Text typed before hydration, or restored by the browser.
  useEffect(() => {
    if (!element.current) return;
    const texts = readTexts(element.current);
    setValues((known) => ({ ...known, ...texts }));
  }, []);

  useEffect(() => {
    const { data } = fetcher;
    if (!data || data === handled.current || fetcher.state !== "idle") return;
    handled.current = data;
    if (data.ok) return;
    setSending(false);
    sending.current?.onRefused();
    sending.current = null;
    if (data.refusal) showLatest.current(data.refusal);
  }, [fetcher.data, fetcher.state, fetcher]);

  function clearError(name: string) {
    setFields(({ [name]: _, ...rest }) => rest);
  }

  return {
    element,
    values,
    fields,
    alert: alert && getErrorText(alert, kind),
    isSending,
    onInput(event: FormEvent<HTMLFormElement>) {
      const { name } = event.target as HTMLInputElement;
      const texts = readTexts(event.currentTarget);
      setValues((known) => ({ ...known, ...texts }));
      clearError(name === "newTag" ? "tags" : name);
    },
    addTag(input: string): string {
      const { tags, newTag, problem } = enterTag(values.tags, input);
      setValues((known) => ({ ...known, tags, newTag }));
      if (problem) setFields((known) => ({ ...known, tags: problem }));
      else clearError("tags");
      return newTag;
    },
    removeTag(tag: string) {
      setValues((known) => ({ ...known, tags: known.tags.filter((other) => other !== tag) }));
      clearError("tags");
    },
    /** Replaces the form's content. */
    replace(words: RawPostInput) {
      for (const name of ["title", "category", "content"] as const) {
        const field = findControl(element.current, name);
        if (field) field.value = words[name];
      }
      const { title, content, category, tags } = words;
      setValues((known) => ({ ...known, title, content, category, tags }));
      setFields({});
    },
    async send(around: Sending) {
      if (sending.current) return;
      setAlert(null);
      const refusal = findRefusal(values);
      if (refusal) return show(refusal);
      sending.current = around;
      setSending(true);
      const names = await around.before();
      await refreshSession();
      const body = new FormData();
      for (const name of ["title", "content", "category"] as const) body.set(name, values[name]);
      for (const tag of withTypedTag(values).tags) body.append("tags", tag);
      body.set("draftId", names.draftId);
      body.set("requestId", names.requestId);
      body.set("intent", "post");
      await fetcher.submit(body, { method: "post", action });
    },
  };
}

export type PostFormState = ReturnType<typeof usePostForm>;

function readTexts(form: HTMLFormElement) {
  const { title, category, content, newTag } = readPostForm(new FormData(form));
  return { title, category, content, newTag };
}

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

function findControl(form: HTMLFormElement | null, name: string): Control | null {
  return (form?.elements.namedItem(name) as Control | null) ?? null;
}
