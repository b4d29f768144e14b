import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { AboutAnswers } from "#web/ai-tools/about-answers.tsx";
import { readToolsAddress, toolsHref } from "#web/ai-tools/address.ts";
import { answerForm } from "#web/ai-tools/answer-form.ts";
import { loadTools } from "#web/ai-tools/load-tools.ts";
import printStyles from "#web/ai-tools/print.css?url";
import { ToolCards } from "#web/ai-tools/tool-cards.tsx";
import { ToolFilters } from "#web/ai-tools/tool-filters.tsx";
import { ToolPanel } from "#web/ai-tools/tool-panel.tsx";
import { ToolsOff } from "#web/ai-tools/tools-off.tsx";
import { useAnswers } from "#web/ai-tools/use-answers.ts";
import { pageMeta } from "#web/shell/page-meta.ts";
import type { Route } from "./+types/ai-tools";

export const meta: Route.MetaFunction = ({ matches, loaderData, location }) => {
  const { tool } = readToolsAddress(new URLSearchParams(location.search));
  return pageMeta(matches, {
    title: tool ? `${tool.name} · AI Tools Suite` : "AI Tools Suite",
    description: tool
      ? `${tool.description}. One of six tools for crypto, AI and quantum technology.`
      : "Six tools for crypto, AI and quantum technology: sentiment, price outlook, an assistant, content, a smart contract scanner and a portfolio optimizer.",
    path: toolsHref({ tool }),
    index: !loaderData?.isOff,
  });
};

export const links: Route.LinksFunction = () => [{ rel: "stylesheet", href: printStyles, media: "print" }];

export function loader({ context }: Route.LoaderArgs) {
  return loadTools(context);
}

/** Only without JavaScript; otherwise the page calls the chat function itself. */
export function action({ request, context, url }: Route.ActionArgs) {
  return answerForm(request, context, url);
}

export default function AiTools(props: Route.ComponentProps) {
  return props.loaderData.isOff ? <ToolsOff typed={props.actionData?.input ?? ""} /> : <Suite {...props} />;
}

function Suite({ loaderData, actionData }: Route.ComponentProps) {
  const address = readToolsAddress(new URLSearchParams(useLocation().search));
  const { tool } = address;
  const { getState, leftToday, analyze, stop } = useAnswers(actionData?.answer ?? null, loaderData.leftToday);

  // Scrolls to the panel of the chosen tool, unless it's already visible.
  const isChosen = useRef(false);
  useEffect(() => {
    if (!tool || !isChosen.current) return;
    isChosen.current = false;
    const panel = document.getElementById("tool");
    if (panel && panel.getBoundingClientRect().top > window.innerHeight * 0.6) panel.scrollIntoView();
  }, [tool]);

  return (
    <div className="grid grid-cols-1 gap-5">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h1 className="text-xl sm:text-2xl">AI Tools Suite</h1>
        <p className="text-sm text-muted">{loaderData.hint}</p>
      </div>
      <ToolFilters address={address} />
      <h2 className="sr-only">Tools</h2>
      <ToolCards
        address={address}
        isRunning={(id) => getState(id).isRunning}
        onSelect={() => {
          isChosen.current = true;
        }}
      />
      {tool ? (
        <ToolPanel
          key={tool.id}
          tool={tool}
          address={address}
          state={getState(tool.id)}
          leftToday={leftToday}
          sent={actionData?.tool === tool.id ? actionData : null}
          onAnalyze={(input) => analyze(tool.id, input)}
          onStop={() => stop(tool.id)}
        />
      ) : (
        <AboutAnswers isModel={loaderData.isModel} />
      )}
    </div>
  );
}
