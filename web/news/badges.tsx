/** On whatever is made up: the word, and why on pointing. */
export function SampleBadge({ why }: { why?: string }) {
  return (
    <span title={why} className="badge badge-sample">
      Sample
    </span>
  );
}
