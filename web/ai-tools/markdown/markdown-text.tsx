import { createElement, type MouseEvent, type ReactNode, useMemo } from "react";
import type { Source } from "#core/ai/analysis.ts";
import { classNames } from "#web/ui/class-names.ts";
import { Link } from "#web/ui/link.tsx";
import { type Block, parseBlocks } from "./parse-blocks.ts";
import { type Inline, parseInline } from "./parse-inline.ts";

interface MarkdownTextProps {
  readonly markdown: string;
  readonly sources: readonly Source[];
  /** The level of the heading above; the text's headings continue from it. */
  readonly under: number;
}

/** In characters. Shorter cells (dates, figures) stay on one line, since the table scrolls. */
const SHORT_CELL = 28;

const ALIGN = { start: undefined, center: "align-center", end: "align-right" } as const;

/**
 * Renders an answer's Markdown as React elements of known kinds only: HTML in the text is never rendered, nothing is
 * loaded, and links stay on this site.
 */
export function MarkdownText({ markdown, sources, under }: MarkdownTextProps) {
  const blocks = useMemo(() => parseBlocks(markdown), [markdown]);
  const known = useMemo(() => new Map(sources.map((source) => [source.number, source])), [sources]);
  const numbers = new Set(known.keys());
  const levels = [...new Set(collectHeadings(blocks))].sort();
  let above = under;

  const line = (text: string) => parseInline(text, numbers).map(showInline);

  function showInline(piece: Inline, key: number): ReactNode {
    if (typeof piece === "string") return piece;
    if (piece.kind === "break") return <br key={key} />;
    if (piece.kind === "code") return <code key={key}>{piece.text}</code>;
    if (piece.kind === "citation") {
      const title = known.get(piece.number)?.title ?? "";
      return (
        <a
          key={key}
          href={`#source-${piece.number}`}
          title={title}
          aria-label={`Source ${piece.number}: ${title}`}
          className="figures text-[0.85em] no-underline hover:underline"
          onClick={showSource}
        >
          [{piece.number}]
        </a>
      );
    }
    const children = piece.children.map(showInline);
    if (piece.kind === "link")
      return (
        <Link key={key} to={piece.to}>
          {children}
        </Link>
      );
    return createElement(piece.kind, { key }, ...children);
  }

  function show(block: Block, key: number): ReactNode {
    switch (block.kind) {
      case "paragraph":
        return <p key={key}>{line(block.text)}</p>;
      case "heading": {
        above = Math.min(6, above + 1, under + 1 + levels.indexOf(block.level));
        return createElement(`h${above}`, { key }, ...line(block.text));
      }
      case "code":
        return (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, by keyboard as well
          <pre key={key} className="code-block" tabIndex={0}>
            <code>{block.text}</code>
          </pre>
        );
      case "quote":
        return <blockquote key={key}>{block.blocks.map(show)}</blockquote>;
      case "list": {
        const items = block.items.map((item) => {
          const [only] = item;
          const isLine = item.length === 1 && only?.kind === "paragraph";
          return createElement("li", null, ...(isLine ? line(only.text) : item.map(show)));
        });
        return block.start === null
          ? createElement("ul", { key }, ...items)
          : createElement("ol", { key, start: block.start }, ...items);
      }
      case "table": {
        const row = (kind: "th" | "td", cells: readonly string[]) =>
          createElement(
            "tr",
            null,
            ...cells.map((cell, column) => {
              // Headings may wrap above short figures, so that more columns fit.
              const room =
                kind === "th"
                  ? "align-bottom whitespace-normal"
                  : cell.length <= SHORT_CELL
                    ? "whitespace-nowrap"
                    : "min-w-40";
              const className = classNames(ALIGN[block.alignments[column] ?? "start"], room);
              // An empty corner cell is not a header.
              return kind === "th" && cell !== ""
                ? createElement("th", { className, scope: "col" }, ...line(cell))
                : createElement("td", { className }, ...line(cell));
            }),
          );
        return (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls, by keyboard as well
          <div key={key} className="table-scroll" tabIndex={0}>
            <table>
              <thead>{row("th", block.head)}</thead>
              {createElement("tbody", null, ...block.rows.map((cells) => row("td", cells)))}
            </table>
          </div>
        );
      }
      case "rule":
        return <hr key={key} />;
    }
  }

  return <div className="prose">{blocks.map(show)}</div>;
}

/** One line of Markdown without citations, possibly with code. */
export function MarkdownLine({ text }: { text: string }) {
  return parseInline(text, NO_SOURCES).map((piece, key) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the line does not change
    typeof piece === "object" && piece.kind === "code" ? <code key={key}>{piece.text}</code> : toText(piece),
  );
}

const NO_SOURCES: ReadonlySet<number> = new Set();

function toText(piece: Inline): string {
  if (typeof piece === "string") return piece;
  if ("children" in piece) return piece.children.map(toText).join("");
  return piece.kind === "code" ? piece.text : " ";
}

/** Jumps to the source without adding a history entry. */
function showSource(event: MouseEvent<HTMLAnchorElement>): void {
  const source = document.getElementById(event.currentTarget.hash.slice(1));
  if (!source || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  source.focus({ preventScroll: true });
  source.scrollIntoView({ block: "nearest" });
}

function collectHeadings(blocks: readonly Block[]): number[] {
  return blocks.flatMap((block) => {
    if (block.kind === "heading") return [block.level];
    if (block.kind === "quote") return collectHeadings(block.blocks);
    if (block.kind === "list") return block.items.flatMap(collectHeadings);
    return [];
  });
}
