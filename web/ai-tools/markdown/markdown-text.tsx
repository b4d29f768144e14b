import { createElement, type MouseEvent, type ReactNode, useMemo, useState } from "react";
import type { Source } from "#core/ai/analysis.ts";
import { classNames } from "#web/ui/class-names.ts";
import { Link } from "#web/ui/link.tsx";
import { type Block, createGrowingParser } from "./parse-blocks.ts";
import { type Inline, parseInline } from "./parse-inline.ts";

interface MarkdownTextProps {
  readonly markdown: string;
  readonly sources: readonly Source[];
  /** The level of the heading above this text. Its own headings start one level below. */
  readonly parentLevel: number;
}

/** In characters. Cells up to this length, such as dates and figures, aren't wrapped. */
const SHORT_CELL_LENGTH = 28;

const ALIGN = { start: undefined, center: "align-center", end: "align-right" } as const;

/**
 * Renders an answer's Markdown as React elements of known kinds only: HTML in the text is never rendered, nothing is
 * loaded, and links stay on this site.
 */
export function MarkdownText({ markdown, sources, parentLevel }: MarkdownTextProps) {
  const [parse] = useState(createGrowingParser);
  const blocks = useMemo(() => parse(markdown), [parse, markdown]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: citations depend on the sources
  const rendered = useMemo(() => new WeakMap<Block, RenderedBlock>(), [sources]);
  const sourcesByNumber = useMemo(() => new Map(sources.map((source) => [source.number, source])), [sources]);
  const numbers = new Set(sourcesByNumber.keys());
  const levels = [...new Set(collectHeadings(blocks))].sort();
  let previousLevel = parentLevel;

  const renderLine = (text: string) => parseInline(text, numbers).map(renderInline);

  function renderInline(inline: Inline, key: number): ReactNode {
    if (typeof inline === "string") return inline;
    if (inline.kind === "break") return <br key={key} />;
    if (inline.kind === "code") return <code key={key}>{inline.text}</code>;
    if (inline.kind === "citation") {
      const title = sourcesByNumber.get(inline.number)?.title ?? "";
      return (
        <a
          key={key}
          href={`#source-${inline.number}`}
          title={title}
          aria-label={`Source ${inline.number}: ${title}`}
          className="figures text-[0.85em] no-underline hover:underline"
          onClick={focusSource}
        >
          [{inline.number}]
        </a>
      );
    }
    const children = inline.children.map(renderInline);
    if (inline.kind === "link")
      return (
        <Link key={key} to={inline.to}>
          {children}
        </Link>
      );
    return createElement(inline.kind, { key }, ...children);
  }

  function renderBlock(block: Block, key: number): ReactNode {
    switch (block.kind) {
      case "paragraph":
        return <p key={key}>{renderLine(block.text)}</p>;
      case "heading": {
        previousLevel = Math.min(6, previousLevel + 1, parentLevel + 1 + levels.indexOf(block.level));
        return createElement(`h${previousLevel}`, { key }, ...renderLine(block.text));
      }
      case "code":
        return (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, by keyboard as well
          <pre key={key} className="code-block" tabIndex={0}>
            <code>{block.text}</code>
          </pre>
        );
      case "quote":
        return <blockquote key={key}>{block.blocks.map(renderBlock)}</blockquote>;
      case "list": {
        const items = block.items.map((item) => {
          const [firstBlock] = item;
          const isLine = item.length === 1 && firstBlock?.kind === "paragraph";
          return createElement("li", null, ...(isLine ? renderLine(firstBlock.text) : item.map(renderBlock)));
        });
        return block.start === null
          ? createElement("ul", { key }, ...items)
          : createElement("ol", { key, start: block.start }, ...items);
      }
      case "table": {
        const renderRow = (kind: "th" | "td", cells: readonly string[]) =>
          createElement(
            "tr",
            null,
            ...cells.map((cell, column) => {
              // Headings may wrap above short figures, so that more columns fit.
              const widthClasses =
                kind === "th"
                  ? "align-bottom whitespace-normal"
                  : cell.length <= SHORT_CELL_LENGTH
                    ? "whitespace-nowrap"
                    : "min-w-40";
              const className = classNames(ALIGN[block.alignments[column] ?? "start"], widthClasses);
              // An empty corner cell is not a header.
              return kind === "th" && cell !== ""
                ? createElement("th", { className, scope: "col" }, ...renderLine(cell))
                : createElement("td", { className }, ...renderLine(cell));
            }),
          );
        return (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls, by keyboard as well
          <div key={key} className="table-scroll" tabIndex={0}>
            <table>
              <thead>{renderRow("th", block.head)}</thead>
              {createElement("tbody", null, ...block.rows.map((cells) => renderRow("td", cells)))}
            </table>
          </div>
        );
      }
      case "rule":
        return <hr key={key} />;
    }
  }

  /** React skips elements that are the same as before, so a growing answer renders only what is new. */
  function renderBlockOnce(block: Block, key: number): ReactNode {
    const context = [key, parentLevel, previousLevel, ...levels].join(" ");
    const known = rendered.get(block);
    if (known?.context === context) {
      previousLevel = known.nextLevel;
      return known.element;
    }
    const element = renderBlock(block, key);
    rendered.set(block, { context, element, nextLevel: previousLevel });
    return element;
  }

  return <div className="prose">{blocks.map(renderBlockOnce)}</div>;
}

interface RenderedBlock {
  /** What else the element depends on. */
  readonly context: string;
  readonly element: ReactNode;
  /** The level of the last heading so far. */
  readonly nextLevel: number;
}

/** One line of Markdown without citations, possibly with code. */
export function MarkdownLine({ text }: { text: string }) {
  return parseInline(text, NO_SOURCES).map((inline, key) => {
    if (typeof inline === "string" || inline.kind !== "code") return toPlainText(inline);
    // biome-ignore lint/suspicious/noArrayIndexKey: the line doesn't change
    return <code key={key}>{inline.text}</code>;
  });
}

const NO_SOURCES: ReadonlySet<number> = new Set();

function toPlainText(inline: Inline): string {
  if (typeof inline === "string") return inline;
  if ("children" in inline) return inline.children.map(toPlainText).join("");
  return inline.kind === "code" ? inline.text : " ";
}

/** Jumps to the source without adding a history entry. */
function focusSource(event: MouseEvent<HTMLAnchorElement>): void {
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
