import { createHash } from "node:crypto";
import { AppError, ERRORS } from "#core/errors.ts";

type PostText = Readonly<Record<"title" | "content" | "category", string>> & {
  readonly tags: readonly string[];
};

/** Returns the version of a post's text. It includes the category, because administrators can move a post. */
export const getPostVersion = ({ title, content, category, tags }: PostText): string =>
  hash([title, content, category, ...tags]);

export const getCommentVersion = (content: string): string => hash([content]);

/** Throws edit_conflict with the current version and text. Clients that send no version overwrite any text. */
export function rejectStaleEdit(sentVersion: string | undefined, version: string, currentText: string): void {
  if (!sentVersion || sentVersion === version) return;
  const { message } = ERRORS.edit_conflict;
  throw new AppError("edit_conflict", {
    fieldErrors: { content: message },
    conflict: { version, text: currentText },
  });
}

const hash = (parts: readonly string[]) =>
  createHash("sha256").update(JSON.stringify(parts)).digest("base64url").slice(0, 16);
