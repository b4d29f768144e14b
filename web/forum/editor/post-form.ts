import { AppError } from "#core/errors.ts";
import { TAGS_MAX } from "#core/forum/limits.ts";
import { checkPostInput, type RawPostInput } from "#core/forum/post-input.ts";
import { addTag, cleanTags, findTagProblem } from "#core/forum/tags.ts";
import type { Notice } from "#core/notices.ts";
import { findPlaceholders } from "#core/storage/picture-text.ts";
import type { Refusal } from "#web/operation.ts";

/** Everything the editor's form holds, as typed. */
export interface PostValues extends RawPostInput {
  /** What stands in the tag box and is not a tag yet. */
  readonly newTag: string;
  /** The draft that is being written, "" where there is none yet. */
  readonly draftId: string;
  /** One name for this writing: saved twice it is one draft, sent twice one post. */
  readonly requestId: string;
}

export const NO_VALUES: PostValues = {
  title: "",
  content: "",
  category: "",
  tags: [],
  newTag: "",
  draftId: "",
  requestId: "",
};

/** What the form hears: done and where to go, or everything that was typed with what to say about it. */
export type EditorAnswer =
  | { readonly ok: true; readonly notice: Notice; readonly to: string; readonly postId?: string }
  | {
      readonly ok: false;
      readonly values: PostValues;
      /** Null where a button only changed the form (a tag, the preview). */
      readonly refusal: Refusal | null;
      readonly fields: Readonly<Record<string, string>>;
      readonly previewHtml: string | null;
    };

export function readPostForm(form: FormData): PostValues {
  const text = (name: string) => {
    const value = form.get(name);
    // Forms are sent with \r\n; what is typed has \n.
    return typeof value === "string" ? value.replace(/\r\n?/g, "\n") : "";
  };
  return {
    title: text("title"),
    content: text("content"),
    category: text("category"),
    tags: form.getAll("tags").filter((tag) => typeof tag === "string"),
    newTag: text("newTag"),
    draftId: text("draftId"),
    requestId: text("requestId"),
  };
}

/** The form as it is sent: a tag that stands typed in the box counts as added. */
export function withTypedTag(values: PostValues): PostValues {
  const { tags, newTag, problem } = enterTag(values.tags, values.newTag);
  return problem ? values : { ...values, tags, newTag };
}

/** The tag box after Enter or the add button: the tags, what stays in the box, and why it stays. */
export function enterTag(
  tags: readonly string[],
  input: string,
): { tags: readonly string[]; newTag: string; problem: string | null } {
  const [tag] = cleanTags([input]);
  if (tag === undefined) return { tags, newTag: "", problem: null };
  if (tags.length >= TAGS_MAX)
    return { tags, newTag: input, problem: `At most ${TAGS_MAX} tags are possible.` };
  const next = addTag(tags, input);
  if (next.length === tags.length) return { tags, newTag: "", problem: `“${tag}” is already there.` };
  const problem = findTagProblem(next);
  return problem ? { tags, newTag: input, problem } : { tags: next, newTag: "", problem: null };
}

/** What the server would refuse, and pictures that are still on their way, found before anything is sent; else null. */
export function findRefusal(values: RawPostInput): Refusal | null {
  try {
    checkPostInput(values);
    if (findPlaceholders(values.content).length > 0) {
      const message = "A picture is not uploaded yet. Wait for it, try it again or remove it.";
      throw new AppError("invalid_input", { message, fields: { content: message } });
    }
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, title, message, fields = {} } = error;
    return { code, title, message, fields };
  }
}

const SAID_AS_IT_IS = new Set(["missing_information", "sign_in_to_post", "not_signed_in"]);

/** A refusal in the specification's words: two have their own, every other is a failed posting. */
export function wordsOf(
  { code, title, message }: Refusal,
  kind: "create" | "edit",
): { title: string; description: string } {
  if (SAID_AS_IT_IS.has(code)) return { title, description: message };
  return {
    title: "Error",
    description: `Failed to ${kind === "create" ? "create" : "save"} post: ${message}`,
  };
}

export function isSameWriting(a: RawPostInput, b: RawPostInput): boolean {
  return (
    a.title === b.title &&
    a.content === b.content &&
    a.category === b.category &&
    a.tags.length === b.tags.length &&
    a.tags.every((tag, at) => tag === b.tags[at])
  );
}

/** A category alone is no writing: nothing would be lost with it. */
export function isBlankWriting({ title, content, tags }: RawPostInput): boolean {
  return title.trim() === "" && content.trim() === "" && tags.length === 0;
}
