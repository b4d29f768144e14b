import { createElement, type MouseEvent, type ReactNode, useMemo, useState } from "react";
import type { Source } from "#core/ai/analysis.ts";
import { type Block, createGrowingParser, parseLine, removeDirectionControls } from "./parse-blocks.ts";
import { getText, renderNode } from "./render-nodes.tsx";

interface MarkdownTextProps {
  readonly markdown: string;
  readonly sources: readonly Source[];
  /** The level of the heading above this text. Its own headings start one level below. */
  readonly parentLevel: number;
}

/** In characters. Text beyond this is shown as written, which limits the cost of a hostile answer. */
export const MARKDOWN_MAX = 60_000;

/** Renders Markdown. HTML in it is shown as text, no images are loaded, and all links stay on this site. */
export function MarkdownText({ markdown, sources, parentLevel }: MarkdownTextProps) {
  const [parse] = useState(() => createGrowingParser());
  const length = markdown.length <= MARKDOWN_MAX ? markdown.length : findEnd(markdown);
  const blocks = useMemo(() => parse(markdown.slice(0, length)), [parse, markdown, length]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: citations depend on the sources
  const renderedBlocks = useMemo(() => new WeakMap<Block, RenderedBlock>(), [sources]);
  const titles = useMemo(() => new Map(sources.map(({ number, title }) => [number, title])), [sources]);
  const levels = [...new Set(blocks.flatMap(({ headingLevels }) => headingLevels))].sort();
  let previousLevel = parentLevel;

  const renderCitation = (number: number, key: string) => {
    const title = titles.get(number);
    return title === undefined ? null : (
      <a
        key={key}
        href={`#source-${number}`}
        title={title}
        aria-label={`Source ${number}: ${title}`}
        className="text-link figures text-[0.85em] no-underline hover:underline"
        onClick={focusSource}
      >
        [{number}]
      </a>
    );
  };
  const shiftHeading = (level: number) => {
    previousLevel = Math.min(6, previousLevel + 1, parentLevel + 1 + levels.indexOf(level));
    return previousLevel;
  };

  /** React skips elements that are the same as before, so a growing answer renders only what is new. */
  function renderBlock(block: Block, key: number): ReactNode {
    const contextKey = [key, parentLevel, previousLevel, ...levels].join(" ");
    const cachedBlock = renderedBlocks.get(block);
    if (cachedBlock?.contextKey === contextKey) {
      previousLevel = cachedBlock.lastLevel;
      return cachedBlock.element;
    }
    const element = renderNode(block, key, { renderCitation, shiftHeading });
    renderedBlocks.set(block, { contextKey, element, lastLevel: previousLevel });
    return element;
  }

  return (
    <div className="prose">
      {blocks.map(renderBlock)}
      {length < markdown.length ? (
        <p className="plain-source">{removeDirectionControls(markdown.slice(length))}</p>
      ) : null}
    </div>
  );
}

interface RenderedBlock {
  readonly contextKey: string;
  readonly element: ReactNode;
  readonly lastLevel: number;
}

export function MarkdownLine({ text }: { text: string }) {
  return parseLine(text).map((node, key) =>
    node.token.type === "code_inline" ? createElement("code", { key }, node.token.content) : getText(node),
  );
}

/** Jumps to the source without adding a history entry. */
function focusSource(event: MouseEvent<HTMLAnchorElement>): void {
  const source = document.getElementById(event.currentTarget.hash.slice(1));
  if (!source || event.metaKey || event.ctrlKey || event.shiftKey) return;
  event.preventDefault();
  source.focus({ preventScroll: true });
  source.scrollIntoView({ block: "nearest" });
}

function findEnd(markdown: string): number {
  return markdown.lastIndexOf("\n", MARKDOWN_MAX - 1) + 1 || MARKDOWN_MAX;
}
