import type { Submission } from "#web/forms/handle-intent.ts";
import { answerEditor } from "./form-responses.ts";
import type { PostValues } from "./post-form.ts";

/** Publishes a news article's discussion. If it already has one, redirects there and saves the text as a draft. */
export function publishDiscussion(submission: Submission, values: PostValues) {
  let isTaken = false;
  return answerEditor(submission, values, {
    async run({ forum, news }, viewer) {
      const { postId, isPublished } = await news.publishDiscussion(viewer, values.articleId, values);
      isTaken = !isPublished;
      if (isTaken) await forum.saveDraft(viewer, values);
      return postId;
    },
    notice: () => (isTaken ? "discussion-exists" : "post-created"),
    to: (postId) => (isTaken ? `/forum/${postId}` : "/forum"),
    getPostId: (postId) => (isTaken ? undefined : postId),
    describeRefusal: (refusal) =>
      isTaken
        ? {
            ...refusal,
            message: `Someone else has already started this article's discussion, and your draft couldn't be saved. ${refusal.message}`,
          }
        : refusal,
  });
}
