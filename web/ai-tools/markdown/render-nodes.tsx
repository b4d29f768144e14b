import { createElement, Fragment, type ReactNode } from "react";
import { classNames } from "#web/ui/class-names.ts";
import { Link } from "#web/ui/link.tsx";
import { getHeadingLevel, type Node } from "./parse-blocks.ts";

export interface RenderContext {
  /** The source's link; null if there is no such source. */
  renderCitation(number: number, key: string): ReactNode | null;
  shiftHeading(level: number): number;
}

/** In characters. Cells up to this length, such as dates and figures, aren't wrapped. */
const SHORT_CELL_LENGTH = 28;

export function renderNode(node: Node, key: number, context: RenderContext): ReactNode {
  const { token } = node;
  const renderElement = (name: string, attributes = {}) =>
    createElement(name, { key, ...attributes }, renderNodes(node.children, context));
  switch (token.type) {
    case "bullet_list_open":
    case "blockquote_open":
    case "list_item_open":
    case "paragraph_open":
    case "thead_open":
    case "tbody_open":
    case "tr_open":
    case "em_open":
    case "strong_open":
      return renderElement(token.tag);
    case "s_open":
      return renderElement("del");
    case "ordered_list_open":
      return renderElement("ol", { start: token.attrGet("start") ?? undefined });
    case "heading_open":
      return renderElement(`h${context.shiftHeading(getHeadingLevel(node))}`);
    case "th_open":
    case "td_open":
      return renderCell(node, key, context);
    case "table_open":
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a wide table scrolls, by keyboard as well
        <div key={key} className="table-scroll" tabIndex={0}>
          <table>{renderNodes(node.children, context)}</table>
        </div>
      );
    case "fence":
      return (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: long lines scroll, by keyboard as well
        <pre key={key} className="code-block" tabIndex={0}>
          <code>{token.content.replace(/\n$/, "")}</code>
        </pre>
      );
    case "code_inline":
      return <code key={key}>{token.content}</code>;
    case "hr":
      return <hr key={key} />;
    case "hardbreak":
      return <br key={key} />;
    case "link_open":
      return renderLink(node, key, context);
    case "citation":
      return renderCitations(token.content, key, context);
    default:
      return getText(node);
  }
}

function renderNodes(nodes: readonly Node[], context: RenderContext): ReactNode[] {
  const renderedNodes: ReactNode[] = [];
  nodes.forEach((node, index) => {
    const part = isBreakBeforeBullet(node, nodes[index + 1])
      ? createElement("br", { key: index })
      : renderNode(node, index, context);
    const lastNode = renderedNodes.at(-1);
    if (typeof part === "string" && typeof lastNode === "string")
      renderedNodes[renderedNodes.length - 1] = lastNode + part;
    else renderedNodes.push(part);
  });
  return renderedNodes;
}

/** Some models write lists with "•", which isn't Markdown. The line break before each item is rendered. */
function isBreakBeforeBullet({ token }: Node, next: Node | undefined): boolean {
  return token.type === "softbreak" && next?.token.type === "text" && next.token.content.startsWith("•");
}

export function getText({ token, children }: Node): string {
  if (children.length > 0) return children.map(getText).join("");
  return token.type === "softbreak" ? "\n" : token.type === "hardbreak" ? " " : token.content;
}

function renderCell(node: Node, key: number, context: RenderContext): ReactNode {
  const { token, children } = node;
  const align = /^text-align:(center|right)$/.exec(String(token.attrGet("style")))?.[1];
  // Column headers may wrap above short figures, so that more columns fit.
  const widthClasses =
    token.tag === "th"
      ? "align-bottom whitespace-normal"
      : getText(node).length <= SHORT_CELL_LENGTH
        ? "whitespace-nowrap"
        : "min-w-40";
  const className = classNames(align && `align-${align}`, widthClasses);
  const content = renderNodes(children, context);
  // An empty corner cell is not a header.
  return token.tag === "th" && children.length > 0 ? (
    <th key={key} className={className} scope="col">
      {content}
    </th>
  ) : (
    <td key={key} className={className}>
      {content}
    </td>
  );
}

/** Only paths on this site become links. Other URLs are shown after the link's text. */
function renderLink(node: Node, key: number, context: RenderContext): ReactNode {
  const url = String(node.token.attrGet("href"));
  const text = node.children.map(getText).join("");
  const content = text === "" ? [url] : renderNodes(node.children, context);
  if (isLocalPath(url))
    return (
      <Link key={key} to={url}>
        {content}
      </Link>
    );
  return text === "" || text === url ? url : <Fragment key={key}>{[...content, ` (${url})`]}</Fragment>;
}

/** A path on this site. Browsers read "//host" and "/\host" as another host, and ignore line breaks and tabs. */
function isLocalPath(url: string): boolean {
  return /^\/(?![/\\])[^\\\s\p{Cc}]*$/u.test(url);
}

function renderCitations(text: string, key: number, context: RenderContext): ReactNode {
  const links = (text.match(/\d+/g) ?? []).map((number, index) =>
    context.renderCitation(Number(number), `${key} ${index}`),
  );
  return links.includes(null) ? text : <Fragment key={key}>{links}</Fragment>;
}
