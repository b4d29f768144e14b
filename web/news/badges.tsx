/** On whatever is made up: the word, and why on pointing. */
export function SampleBadge({ why }: { why?: string }) {
  return (
    <span
      title={why}
      className="inline-flex items-center rounded-full bg-warning-soft px-2 py-0.5 text-xs font-semibold text-warning"
    >
      Sample
    </span>
  );
}
