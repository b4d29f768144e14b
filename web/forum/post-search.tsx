import { SEARCH_MAX } from "#core/forum/limits.ts";
import { type ListAddress, writeListAddress } from "#core/forum/list-query.ts";
import { ListSearch } from "#web/ui/list-search.tsx";

/** Searches all posts by title and content, within the list's current filters. */
export function PostSearch({ address }: { address: ListAddress }) {
  return (
    <ListSearch
      action="/forum"
      label="Search posts"
      placeholder="Search posts..."
      search={address.search}
      maxLength={SEARCH_MAX}
      others={writeListAddress({ ...address, search: "", cursor: null })}
    />
  );
}
