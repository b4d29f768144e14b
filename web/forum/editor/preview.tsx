import { type ComponentProps, useEffect, useRef, useState } from "react";
import { Prose } from "#web/ui/prose.tsx";

const PAUSE_MS = 500;
const REQUEST_INTERVAL_MS = 2000;

/**
 * While `isActive`, loads the preview of `content`: the first one immediately, later ones after a pause in typing, and
 * at most once per REQUEST_INTERVAL_MS.
 */
export function usePreview(content: string, isActive: boolean, initialHtml: string | null) {
  const [preview, setPreview] = useState<{ content: string | null; html: string }>({
    content: initialHtml === null ? null : content,
    html: initialHtml ?? "",
  });
  const [problem, setProblem] = useState<string | null>(null);
  const requestedAt = useRef(0);
  const isCurrent = preview.content === content;

  useEffect(() => {
    if (!isActive || isCurrent) return;
    if (content.trim() === "") {
      setPreview({ content, html: "" });
      return;
    }
    const controller = new AbortController();
    const pauseMs = preview.content === null ? 0 : PAUSE_MS;
    const delayMs = Math.max(pauseMs, requestedAt.current + REQUEST_INTERVAL_MS - Date.now());
    const timer = setTimeout(async () => {
      requestedAt.current = Date.now();
      try {
        const html = await fetchPreview(content, controller.signal);
        setPreview({ content, html });
        setProblem(null);
      } catch (error) {
        if (!controller.signal.aborted) setProblem(error instanceof Error ? error.message : String(error));
      }
    }, delayMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [content, isActive, isCurrent, preview.content]);

  return { html: preview.html, isCurrent, problem: isCurrent ? null : problem };
}

interface PreviewPaneProps extends ComponentProps<"section"> {
  readonly content: string;
  readonly preview: ReturnType<typeof usePreview>;
}

export function PreviewPane({ content, preview: { html, isCurrent, problem }, ...rest }: PreviewPaneProps) {
  return (
    <section aria-label="Preview" aria-busy={!isCurrent} {...rest}>
      {problem ? (
        <p role="status" className="mb-3 rounded-md bg-warning-soft px-3 py-2 text-sm text-warning">
          {problem}
        </p>
      ) : null}
      {html ? (
        <Prose html={html} />
      ) : problem ? null : (
        <p className="text-sm text-faint">
          {content.trim() === "" ? "Nothing to preview yet." : "Loading preview..."}
        </p>
      )}
    </section>
  );
}

async function fetchPreview(content: string, signal: AbortSignal): Promise<string> {
  const body = new FormData();
  body.set("content", content);
  const response = await fetch("/create/preview", {
    method: "POST",
    body,
    signal,
    headers: { Accept: "application/json" },
  }).catch((error: unknown) => {
    throw signal.aborted ? error : new Error("We can't reach the server.");
  });
  const { html, message } = await response.json();
  if (response.ok) return html;
  throw new Error(message);
}
