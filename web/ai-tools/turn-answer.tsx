import { findCitedSources, type ToolAnswer } from "#core/ai/export.ts";
import { Link } from "#web/ui/link.tsx";
import { MarkdownText } from "./markdown/markdown-text.tsx";

interface TurnAnswerProps {
  readonly answer: ToolAnswer;
  /** The level of the heading above. */
  readonly parentLevel: number;
}

/** An earlier answer of a conversation. Its citations aren't links: there can be several answers on the page. */
export function TurnAnswer({ answer, parentLevel }: TurnAnswerProps) {
  return (
    <>
      <MarkdownText markdown={answer.markdown} sources={[]} parentLevel={parentLevel} />
      <CitedSources answer={answer} />
    </>
  );
}

function CitedSources({ answer }: { answer: ToolAnswer }) {
  const sources = findCitedSources(answer);
  if (sources.length === 0) return null;
  return (
    <ul aria-label="Sources" className="mt-2 grid gap-1 text-muted">
      {sources.map(({ number, title, path }) => (
        <li key={number} className="flex gap-2">
          <span className="figures shrink-0 text-faint">[{number}]</span>
          {path === null ? (
            title
          ) : (
            <Link to={path} className="min-w-0 text-accent hover:underline">
              {title}
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}
