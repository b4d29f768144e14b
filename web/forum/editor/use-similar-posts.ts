import { useEffect, useState } from "react";
import { useNavigation } from "react-router";
import { SIMILAR_TITLE_MIN } from "#core/forum/limits.ts";
import type { SimilarPost } from "#core/forum/types.ts";
import { countCharacters } from "#core/text.ts";

const PAUSE_MS = 400;

const NO_POSTS: readonly SimilarPost[] = [];

export function useSimilarPosts(title: string): { posts: readonly SimilarPost[]; hasSearched: boolean } {
  const [posts, setPosts] = useState<readonly SimilarPost[] | null>(null);
  const isSending = useNavigation().state !== "idle";
  const query = title.trim();
  const isLongEnough = countCharacters(query) >= SIMILAR_TITLE_MIN;

  useEffect(() => {
    if (!isLongEnough) return setPosts(null);
    // While the post is being sent, the result could include the post itself.
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
