/** Marks sample data; `why` is the tooltip. */
export function SampleBadge({ why }: { why?: string }) {
  return (
    <span title={why} className="badge badge-sample">
      Sample
    </span>
  );
}
