export function SampleBadge({ title }: { title?: string }) {
  return (
    <span title={title} className="badge badge-sample">
      Sample
    </span>
  );
}
