import { ShareButton } from "#web/forum/share-button.tsx";
import { buttonClasses } from "#web/ui/button.tsx";

interface ShareLinksProps {
  readonly title: string;
  readonly path: string;
  /** Of the site, for the address that is shared. */
  readonly origin: string;
}

/** Plain links to where a page is shared: nothing is asked of those sites before somebody goes there. */
export function ShareLinks({ title, path, origin }: ShareLinksProps) {
  const address = origin + path;
  const places = [
    ["Facebook", "https://www.facebook.com/sharer/sharer.php", { u: address, quote: title }],
    ["Twitter", "https://twitter.com/intent/tweet", { url: address, text: title }],
    ["LinkedIn", "https://www.linkedin.com/sharing/share-offsite/", { url: address, title }],
  ] as const;
  return (
    <div className="flex flex-wrap items-center gap-1.5 max-sm:gap-1 max-sm:[&>button]:px-1.5">
      {places.map(([name, at, said]) => (
        <a
          key={name}
          href={`${at}?${new URLSearchParams(said)}`}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={`Share on ${name} (opens another site)`}
          className={buttonClasses({ look: "secondary", size: "sm" }, "max-sm:px-2")}
        >
          {name}
        </a>
      ))}
      <ShareButton title={title} path={path} />
    </div>
  );
}
