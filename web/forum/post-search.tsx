import { SEARCH_MAX } from "#core/forum/limits.ts";
import { buildPostListParams, type PostListState } from "#core/forum/list-query.ts";
import { ListSearch } from "#web/lists/list-search.tsx";

export function PostSearch({ listState }: { listState: PostListState }) {
  return (
    <ListSearch
      action="/forum"
      label="Search posts"
      placeholder="Search posts..."
      search={listState.search}
      maxLength={SEARCH_MAX}
      otherParams={buildPostListParams({ ...listState, filter: "all", search: "", cursor: null })}
    />
  );
}
