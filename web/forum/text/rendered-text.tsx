import { useEffect, useRef } from "react";
import { Prose } from "#web/ui/prose.tsx";

interface RenderedTextProps {
  /** Sanitized by server/markdown. */
  readonly html: string;
  readonly authorName: string | undefined;
  readonly className?: string;
}

export function RenderedText({ html, authorName, className }: RenderedTextProps) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!/<img|<pre/.test(html)) return;
    import("./enhance-text.ts").then(
      ({ enhanceText }) => element.current && enhanceText(element.current),
      // Loading can fail offline or after an update. The text is readable either way.
      () => {},
    );
  }, [html]);
  return <Prose ref={element} html={html} data-author={authorName} className={className} />;
}
