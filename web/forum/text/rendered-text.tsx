import { useEffect, useRef } from "react";
import { classNames } from "#web/ui/class-names.ts";

interface RenderedTextProps {
  /** Sanitized by server/markdown. */
  readonly html: string;
  /** The name that a quote of this text gets. */
  readonly author: string | undefined;
  readonly className?: string;
}

/** The text of a post or comment. Its code can be copied and its images enlarged, if it has any. */
export function RenderedText({ html, author, className }: RenderedTextProps) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!/<img|<pre/.test(html)) return;
    import("./enhance-text.ts").then(
      ({ enhanceText }) => element.current && enhanceText(element.current),
      // Offline, or the chunk belongs to an older build: the text can be read without it.
      () => {},
    );
  }, [html]);
  return (
    <div
      ref={element}
      data-author={author}
      className={classNames("prose", className)}
      // biome-ignore lint/security/noDangerouslySetInnerHtml: sanitized by server/markdown
      dangerouslySetInnerHTML={{ __html: html }}
    />
  );
}
