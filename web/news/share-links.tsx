import { buttonClasses } from "#web/ui/button.tsx";
import { ShareButton } from "#web/ui/share-button.tsx";

/** Plain links, so that nothing is loaded from other sites until someone clicks. */
export function ShareLinks({ title, path, origin }: { title: string; path: string; origin: string }) {
  const url = origin + path;
  const targets = [
    ["Facebook", "https://www.facebook.com/sharer/sharer.php", { u: url, quote: title }],
    ["Twitter", "https://twitter.com/intent/tweet", { url, text: title }],
    ["LinkedIn", "https://www.linkedin.com/sharing/share-offsite/", { url, title }],
  ] as const;
  return (
    <div className="flex flex-wrap items-center gap-1.5 max-sm:gap-1 max-sm:[&>button]:px-1.5">
      {targets.map(([name, base, parameters]) => (
        <a
          key={name}
          href={`${base}?${new URLSearchParams(parameters)}`}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={`Share on ${name} (opens another site)`}
          className={buttonClasses({ variant: "secondary", size: "sm" }, "max-sm:px-2")}
        >
          {name}
        </a>
      ))}
      <ShareButton title={title} path={path} />
    </div>
  );
}
