import type { HighlightedText } from "#core/search/types.ts";

export function Highlighted({ text }: { text: HighlightedText }) {
  return text.map(({ text: segmentText, isMatch }, index) =>
    isMatch ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: a segment's position is its only ID
      <mark key={index} className="rounded-xs bg-accent-soft font-semibold text-inherit">
        {segmentText}
      </mark>
    ) : (
      segmentText
    ),
  );
}

export const toPlainText = (text: HighlightedText) => text.map((segment) => segment.text).join("");
