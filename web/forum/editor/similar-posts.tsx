import { useEffect, useState } from "react";
import { formatCount } from "#core/format-count.ts";
import { SIMILAR_TITLE_MIN } from "#core/forum/limits.ts";
import type { SimilarPost } from "#core/forum/types.ts";
import { countCharacters } from "#core/text.ts";
import { RelativeTime } from "#web/lists/relative-time.tsx";
import { Icon } from "#web/ui/icon.tsx";

interface SimilarPostsProps {
  readonly id: string;
  readonly posts: readonly SimilarPost[];
  readonly hasSearched: boolean;
}

/** Existing posts on the same topic. Links open in a new tab, so that the form stays open. */
export function SimilarPosts({ id, posts, hasSearched }: SimilarPostsProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="rounded-lg border border-line bg-surface p-4">
      <h2 id={`${id}-title`} className="text-base">
        Similar posts
      </h2>
      {posts.length > 0 ? (
        <ul className="mt-2 grid gap-1">
          {posts.map((post) => (
            <li key={post.id}>
              <a
                href={`/forum/${post.id}`}
                target="_blank"
                rel="noopener"
                className="group -mx-2 block rounded-md px-2 py-1.5 text-sm leading-snug transition-colors hover:bg-hover"
              >
                <span dir="auto" className="block font-semibold group-hover:text-accent">
                  {post.title}
                  <Icon name="external-link" size={13} className="ms-1 inline align-baseline text-faint" />
                  <span className="sr-only"> (opens in a new tab)</span>
                </span>
                <span className="figures mt-0.5 block text-xs text-faint">
                  {formatCount(post.commentCount, "comment")} ·{" "}
                  <RelativeTime time={post.createdAt} format="list" />
                </span>
              </a>
            </li>
          ))}
        </ul>
      ) : (
        <p className="mt-1.5 text-sm text-faint">
          {hasSearched
            ? "No similar posts yet. Yours will be the first."
            : "As you type a title, similar posts appear here."}
        </p>
      )}
    </section>
  );
}

const PAUSE_MS = 400;

const NO_POSTS: readonly SimilarPost[] = [];

/** Searches for posts with a similar title after a pause in typing. */
export function useSimilarPosts(
  title: string,
  isSending: boolean,
): { posts: readonly SimilarPost[]; hasSearched: boolean } {
  const [posts, setPosts] = useState<readonly SimilarPost[] | null>(null);
  const query = title.trim();
  const isLongEnough = countCharacters(query) >= SIMILAR_TITLE_MIN;

  useEffect(() => {
    if (!isLongEnough) return setPosts(null);
    // The results could include the post that is being sent.
    if (isSending) return;
    const controller = new AbortController();
    const timer = setTimeout(async () => {
      try {
        const response = await fetch(`/create/similar?title=${encodeURIComponent(query)}`, {
          signal: controller.signal,
          headers: { Accept: "application/json" },
        });
        if (response.ok) setPosts(((await response.json()) as { posts: SimilarPost[] }).posts);
      } catch {
        // Without suggestions the form still works, so don't show an error.
      }
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [query, isLongEnough, isSending]);

  return { posts: posts ?? NO_POSTS, hasSearched: isLongEnough && posts !== null };
}
