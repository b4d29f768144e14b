import { useEffect } from "react";
import { useActionData, useFetcher } from "react-router";
import type { NewsArticle } from "#core/news/types.ts";
import type { Refusal } from "#web/operation.ts";
import { signInLink } from "#web/shell/sign-in-link.ts";
import { Button, ButtonLink } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { toast } from "#web/ui/toast.tsx";

interface Answer {
  readonly refusal: Refusal;
}

/** Links to the discussion in the forum, or creates it. */
export function Discussion({ article: { id, discussion } }: { article: NewsArticle }) {
  // Errors are shown here; success redirects to the discussion.
  const fetcher = useFetcher<Answer>();
  const sent = useActionData<Answer>();
  const refusal = (fetcher.data ?? sent)?.refusal;
  const needsSignIn = refusal?.code === "sign_in_to_post";
  useEffect(() => {
    if (!refusal || !needsSignIn) return;
    const { title, message } = refusal;
    toast({ title, description: message, destructive: true, link: signInLink(`/news/${id}`) });
  }, [refusal, needsSignIn, id]);

  if (discussion) {
    const { postId, commentCount } = discussion;
    return (
      <ButtonLink to={`/forum/${postId}`} look="primary">
        <Icon name="message-square" />
        Discussion
        <span className="figures font-normal">
          {commentCount} {commentCount === 1 ? "comment" : "comments"}
        </span>
      </ButtonLink>
    );
  }
  return (
    <fetcher.Form method="post" className="grid gap-2">
      <Button type="submit" look="primary" disabled={fetcher.state !== "idle"}>
        <Icon name="message-square" />
        Discuss in the Forum
      </Button>
      {refusal && !needsSignIn ? (
        <p role="alert" className="text-sm text-danger">
          {refusal.message}
        </p>
      ) : null}
    </fetcher.Form>
  );
}
