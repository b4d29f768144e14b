import { type ComponentProps, type MouseEvent, type SyntheticEvent, useEffect, useState } from "react";
import { type NavigateFunction, type NavigateOptions, PrefetchPageLinks, useNavigate } from "react-router";

type FollowOptions = Pick<NavigateOptions, "replace" | "preventScrollReset" | "defaultShouldRevalidate">;

export interface LinkProps extends Omit<ComponentProps<"a">, "href">, FollowOptions {
  /** A path with query and hash from the root ("/forum?sort=new"), or an absolute URL. */
  readonly to: string;
  /** "intent": fetches the page's data on hover or focus. */
  readonly prefetch?: "intent";
  /** Lets the browser load the whole document. */
  readonly reloadDocument?: boolean;
}

/** Set by the one `LinkNavigation`. Null until it runs; until then the browser follows links itself. */
let navigation: { navigate: NavigateFunction; prefetch: (page: string | null) => void } | null = null;

/**
 * A link within this site. The server renders a plain `<a>`: React Router's own Link resolves, memoizes and
 * subscribes each one, which cost more than half of the rest of a list (docs/decisions/054-plain-links.md).
 */
export function Link({
  to,
  onClick,
  prefetch,
  reloadDocument,
  replace,
  preventScrollReset,
  defaultShouldRevalidate,
  ...rest
}: LinkProps) {
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (!reloadDocument) followInPlace(event, { replace, preventScrollReset, defaultShouldRevalidate });
  };
  return <a {...rest} {...(prefetch && INTENT)} href={to} onClick={follow} />;
}

function followInPlace(event: MouseEvent<HTMLAnchorElement>, options: FollowOptions): void {
  const link = event.currentTarget;
  if (!navigation || !isPlainClick(event) || !isOfThisPage(link)) return;
  event.preventDefault();
  void navigation.navigate(link.pathname + link.search + link.hash, {
    ...options,
    // Like browsers: a link to the current page adds no history entry.
    replace: options.replace ?? link.href === location.href,
  });
}

/** Whether a click should navigate in place and wasn't handled by something else. */
export function isPlainClick(
  event: Pick<MouseEvent, "defaultPrevented" | "button" | "metaKey" | "altKey" | "ctrlKey" | "shiftKey">,
): boolean {
  const { defaultPrevented, button, metaKey, altKey, ctrlKey, shiftKey } = event;
  return button === 0 && !(defaultPrevented || metaKey || altKey || ctrlKey || shiftKey);
}

const isOfThisPage = (link: HTMLAnchorElement) =>
  link.origin === location.origin &&
  (link.target === "" || link.target === "_self") &&
  !link.hasAttribute("download");

const INTENT_MS = 100;
let intent: ReturnType<typeof setTimeout> | undefined;

const expect = ({ currentTarget }: SyntheticEvent<HTMLAnchorElement>) => {
  clearTimeout(intent);
  if (!isOfThisPage(currentTarget)) return;
  const { pathname, search } = currentTarget;
  intent = setTimeout(() => navigation?.prefetch(pathname + search), INTENT_MS);
};
const forget = () => {
  clearTimeout(intent);
  navigation?.prefetch(null);
};
const INTENT = {
  onMouseEnter: expect,
  onTouchStart: expect,
  onFocus: expect,
  onMouseLeave: forget,
  onBlur: forget,
};

/** Connects all links to the router. Render it once per page. */
export function LinkNavigation() {
  const navigate = useNavigate();
  const [page, setPage] = useState<string | null>(null);
  useEffect(() => {
    navigation = { navigate, prefetch: setPage };
    return () => {
      navigation = null;
    };
  }, [navigate]);
  return page === null ? null : <PrefetchPageLinks page={page} />;
}
