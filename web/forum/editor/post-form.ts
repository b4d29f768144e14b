import { AppError } from "#core/errors.ts";
import { TAGS_MAX } from "#core/forum/limits.ts";
import { parsePostInput, type RawPostInput } from "#core/forum/post-input.ts";
import { addTags, cleanTags, findTagProblem } from "#core/forum/tags.ts";
import { hasUnfinishedUpload, UNFINISHED_UPLOAD } from "#core/storage/unfinished-upload.ts";
import type { FormSuccess } from "#web/forms/answer-form.ts";
import type { Refusal } from "#web/operation.ts";

export interface PostValues extends RawPostInput {
  readonly newTag: string;
  /** The ID of the draft being written; "" if there is none yet. */
  readonly draftId: string;
  /** An ID for this form, so that saving twice creates one draft, and sending twice creates one post. */
  readonly requestId: string;
  /** The ID of the news article that the post will discuss; "" if there is none. */
  readonly articleId: string;
  /** The version of the published text that is being edited; "" for a new post. */
  readonly version: string;
}

export const EMPTY_VALUES: PostValues = {
  title: "",
  content: "",
  category: "",
  tags: [],
  newTag: "",
  draftId: "",
  requestId: "",
  articleId: "",
  version: "",
};

export type EditorResult =
  | FormSuccess
  | {
      readonly ok: false;
      readonly values: PostValues;
      /** Null if a button only changed the form (a tag, the preview). */
      readonly refusal: Refusal | null;
      readonly fieldErrors: Readonly<Record<string, string>>;
      readonly previewHtml: string | null;
    };

export function parsePostForm(form: FormData): PostValues {
  const text = (name: string) => {
    const value = form.get(name);
    // Browsers submit line breaks as \r\n.
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
    articleId: text("articleId"),
    version: text("version"),
  };
}

/** Adds a tag that was typed but not added with Enter or the button. An invalid tag is ignored. */
export function addPendingTag(values: PostValues): PostValues {
  const { tags, newTag, problem } = enterTag(values.tags, values.newTag);
  return problem ? values : { ...values, tags, newTag };
}

/** Handles Enter or the add button in the tag box. Returns the tags, the text that stays in the box, and the problem. */
export function enterTag(tags: readonly string[], input: string) {
  const [tag] = cleanTags([input]);
  if (tag === undefined) return { tags, newTag: "", problem: null };
  if (tags.length >= TAGS_MAX)
    return { tags, newTag: input, problem: `You can add at most ${TAGS_MAX} tags.` };
  const newTags = addTags(tags, input);
  if (newTags.length === tags.length) return { tags, newTag: "", problem: `You've already added “${tag}”.` };
  const problem = findTagProblem(newTags);
  return problem ? { tags, newTag: input, problem } : { tags: newTags, newTag: "", problem: null };
}

/** A validation error that the server would also return, or one for unfinished uploads; null if there is none. */
export function findRefusal(values: RawPostInput): Refusal | null {
  try {
    parsePostInput(values);
    if (hasUnfinishedUpload(values.content)) {
      throw new AppError("invalid_input", {
        message: UNFINISHED_UPLOAD,
        fieldErrors: { content: UNFINISHED_UPLOAD },
      });
    }
    return null;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, title, message, fieldErrors = {} } = error;
    return { code, title, message, fieldErrors };
  }
}

const CODES_WITH_OWN_TEXT = new Set([
  "edit_conflict",
  "missing_information",
  "sign_in_to_post",
  "not_signed_in",
]);

/** Returns an error's title and description. Most errors are shown as a failure to create or save the post. */
export function getErrorText({ code, title, message }: Refusal, kind: "create" | "edit") {
  if (CODES_WITH_OWN_TEXT.has(code)) return { title, description: message };
  return {
    title: "Error",
    description: `Failed to ${kind === "create" ? "create" : "save"} post: ${message}`,
  };
}

export function hasSameContent(a: RawPostInput, b: RawPostInput): boolean {
  return (
    a.title === b.title &&
    a.content === b.content &&
    a.category === b.category &&
    a.tags.length === b.tags.length &&
    a.tags.every((tag, index) => tag === b.tags[index])
  );
}

/** Whether the form contains nothing worth saving. A category alone doesn't count. */
export function isBlankInput({ title, content, tags }: RawPostInput): boolean {
  return title.trim() === "" && content.trim() === "" && tags.length === 0;
}
