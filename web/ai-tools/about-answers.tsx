import { Icon } from "#web/ui/icon.tsx";
import type { IconName } from "#web/ui/icon-names.ts";

export function AboutAnswers({ isModel }: { isModel: boolean }) {
  return (
    <section aria-labelledby="about-answers" className="mt-3 border-t border-line pt-6">
      <h2 id="about-answers" className="text-lg">
        How it works
      </h2>
      <dl className="mt-4 grid grid-cols-1 gap-x-8 gap-y-5 sm:grid-cols-3">
        <Point icon="newspaper" title="Sources">
          This site's news, forum and price history. Answers cite the articles and posts they use and link to
          them.
        </Point>
        <Point
          icon="sparkles"
          title={isModel ? "An AI model and built-in analyzers" : "Built-in analyzers, no AI model"}
        >
          {isModel
            ? "Built-in analyzers do the calculations. A language model writes the answer. It can look things up on this site, and it can be wrong."
            : "Results are computed on this server. Nothing you type is sent anywhere else."}
        </Point>
        <Point icon="file-text" title="Copy, print or export">
          Stop an answer at any time. Copy it, print it, or save it as Markdown or JSON.
        </Point>
      </dl>
    </section>
  );
}

function Point({ icon, title, children }: { icon: IconName; title: string; children: string }) {
  return (
    <div>
      <dt className="flex items-start gap-2 text-sm font-semibold">
        <span className="mt-0.5 text-accent">
          <Icon name={icon} />
        </span>
        {title}
      </dt>
      <dd className="mt-1.5 text-sm text-muted">{children}</dd>
    </div>
  );
}
