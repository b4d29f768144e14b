import { SampleBadge } from "./badges.tsx";

/** Explains that these are samples; `failed` is set if no source could be reached. */
export function SampleNotice({ failed, why }: { failed: string | null; why: string }) {
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-md border border-line bg-surface px-4 py-2.5 text-sm text-muted">
      <SampleBadge />
      {failed ? <strong className="text-text">{failed}</strong> : null}
      <span>{why}</span>
    </p>
  );
}
