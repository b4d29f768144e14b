import { buttonClasses } from "#web/ui/button.tsx";
import { Link } from "#web/ui/link.tsx";
import { stopOffline } from "#web/ui/stop-offline.ts";

interface LoadMoreProps {
  readonly href: string;
  readonly isLoading: boolean;
  readonly onLoad: (href: string) => void;
  readonly label: string;
  readonly loadingLabel: string;
}

export function LoadMore({ href, isLoading, onLoad, label, loadingLabel }: LoadMoreProps) {
  return (
    <Link
      to={href}
      aria-disabled={isLoading}
      onClick={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        if (!isLoading && !stopOffline(event)) onLoad(href);
      }}
      className={buttonClasses({}, "mt-3 justify-self-center")}
    >
      {isLoading ? loadingLabel : label}
    </Link>
  );
}

/** Shown above a later page reached by a LoadMore link; `to` is the first page. */
export function LaterPageNote({ to }: { to: string }) {
  return (
    <p className="text-sm text-muted">
      You're partway through the list.{" "}
      <Link to={to} className="font-semibold text-accent hover:underline">
        Back to the start
      </Link>
    </p>
  );
}
