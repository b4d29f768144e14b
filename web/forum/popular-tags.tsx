import { TagList } from "#web/lists/tag-list.tsx";

export function PopularTags({ tags }: { tags: readonly string[] }) {
  return (
    <section aria-labelledby="popular-tags" className="side-card">
      <h2 id="popular-tags">Popular tags</h2>
      <TagList tags={tags} />
    </section>
  );
}
