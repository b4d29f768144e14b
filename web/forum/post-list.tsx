import { useId } from "react";
import { Link, useFetcher, useNavigation } from "react-router";
import type { ListAddress } from "#core/forum/list-query.ts";
import type { Page, PostCard as Post } from "#core/forum/types.ts";
import { buttonClasses } from "#web/ui/button.tsx";
import { classNames } from "#web/ui/class-names.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { listHref } from "./list-controls.tsx";
import { PostCard } from "./post-card.tsx";
import { useFollowingPages } from "./use-following-pages.ts";

interface PostListProps {
  readonly page: Page<Post>;
  readonly path: string;
  readonly address: ListAddress;
  /** The specification's sentence for a list without posts; it differs between home and forum. */
  readonly empty: string;
}

/** A list of posts and the button that continues it. Without script the button is a link to the following page. */
export function PostList({ page, path, address, empty }: PostListProps) {
  const navigation = useNavigation();
  const { pages, fetcher, more, loadMore } = useFollowingPages(page);
  const statusId = useId();
  const reloading =
    navigation.state === "loading" &&
    navigation.location.pathname === path &&
    navigation.location.search !== writtenSearch(path, address);

  const posts = pages.flatMap((each) => each.items);
  if (posts.length === 0) return <EmptyState>{empty}</EmptyState>;

  const href = more ? listHref({ path, address }, { cursor: more }) : null;
  return (
    <div className="grid gap-3" aria-busy={reloading}>
      {address.cursor ? (
        <p className="text-sm text-muted">
          You are further down the list.{" "}
          <Link to={listHref({ path, address }, {})} className="font-semibold text-accent hover:underline">
            Back to its beginning
          </Link>
        </p>
      ) : null}
      <p id={statusId} role="status" className={classNames(!reloading && "sr-only", "text-sm text-muted")}>
        {reloading ? "Loading posts..." : ""}
      </p>
      <div className={classNames("grid gap-3 transition-opacity", reloading && "opacity-50")}>
        {posts.map((post) => (
          <PostCard key={post.id} post={post} />
        ))}
      </div>
      {href ? (
        <Link
          to={href}
          onClick={(event) => {
            if (event.metaKey || event.ctrlKey || event.shiftKey) return;
            event.preventDefault();
            loadMore(href);
          }}
          className={buttonClasses({}, "mt-3 justify-self-center")}
        >
          {fetcher.state === "idle" ? "Load More Posts" : "Loading posts..."}
        </Link>
      ) : (
        <p className="mt-3 text-center text-sm text-faint">That is the whole list.</p>
      )}
    </div>
  );
}

function writtenSearch(path: string, address: ListAddress): string {
  return listHref({ path, address }, { cursor: address.cursor }).slice(path.length);
}
