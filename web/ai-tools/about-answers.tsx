import { Icon } from "#web/ui/icon.tsx";
import type { IconName } from "#web/ui/icon-names.ts";

/** What answers are based on, shown before a tool is selected. */
export function AboutAnswers({ isModel }: { isModel: boolean }) {
  return (
    <section aria-labelledby="about-answers" className="mt-3 border-t border-line pt-6">
      <h2 id="about-answers" className="text-lg">
        What an answer is based on
      </h2>
      <dl className="mt-4 grid grid-cols-1 gap-x-8 gap-y-5 sm:grid-cols-3">
        <Point icon="newspaper" title="What this site knows">
          Its news, forum and price history. Answers cite the articles and posts they use and link to them.
        </Point>
        <Point icon="sparkles" title={isModel ? "A model, and analysts" : "Analysts, not a model"}>
          {isModel
            ? "This site's analysts do the calculations; a language model writes the answer and can be wrong."
            : "This site's own programs count, calculate and look things up. Nothing you type leaves this site."}
        </Point>
        <Point icon="file-text" title="Yours to keep">
          Read an answer as it's written, stop it, copy it, print it, or save it as Markdown or JSON.
        </Point>
      </dl>
    </section>
  );
}

function Point({ icon, title, children }: { icon: IconName; title: string; children: string }) {
  return (
    <div>
      <dt className="flex items-center gap-2 text-sm font-semibold">
        <span className="text-accent">
          <Icon name={icon} />
        </span>
        {title}
      </dt>
      <dd className="mt-1.5 text-sm text-muted">{children}</dd>
    </div>
  );
}
