import type { MarkedText } from "#core/search/types.ts";

/** A text with its matches highlighted. */
export function Marked({ text }: { text: MarkedText }) {
  return text.map(({ text: stretch, isMatch }, at) =>
    isMatch ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: stretches have no id but their position
      <mark key={at} className="rounded-xs bg-accent-soft font-semibold text-inherit">
        {stretch}
      </mark>
    ) : (
      stretch
    ),
  );
}

export const plainText = (text: MarkedText) => text.map((stretch) => stretch.text).join("");
