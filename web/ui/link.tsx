import { type ComponentProps, type MouseEvent, type SyntheticEvent, useEffect, useState } from "react";
import { type NavigateFunction, type NavigateOptions, useNavigate } from "react-router";
import { Prefetch } from "#web/router/prefetch.tsx";

type NavigationOptions = Pick<NavigateOptions, "replace" | "preventScrollReset" | "defaultShouldRevalidate">;

export interface LinkProps extends Omit<ComponentProps<"a">, "href">, NavigationOptions {
  /** A path from the root, with optional query and hash ("/forum?sort=new"), or an absolute URL. */
  readonly to: string;
  /** "intent": fetches the page's data on hover, touch or focus. */
  readonly prefetch?: "intent";
  readonly reloadDocument?: boolean;
}

/** Set by the page's only `LinkNavigation`. While it is null, the browser follows links itself. */
let navigation: { navigate: NavigateFunction; prefetch: (page: string | null) => void } | null = null;

/** The server renders a plain `<a>`, because React Router's link is slow (docs/decisions/054-plain-links.md). */
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
  // The server renders no listeners.
  if (import.meta.env.SSR) return <a {...rest} href={to} />;
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event);
    if (!reloadDocument) followInPlace(event, { replace, preventScrollReset, defaultShouldRevalidate });
  };
  return <a {...rest} {...(prefetch && PREFETCH_HANDLERS)} href={to} onClick={follow} />;
}

function followInPlace(event: MouseEvent<HTMLAnchorElement>, options: NavigationOptions): void {
  const link = event.currentTarget;
  if (!navigation || !isPlainClick(event) || !opensInPlace(link)) return;
  event.preventDefault();
  void navigation.navigate(link.pathname + link.search + link.hash, {
    ...options,
    // As in browsers, a link to the current page adds no history entry.
    replace: options.replace ?? link.href === location.href,
  });
}

/** Whether this is a left click without modifier keys, and nothing else has handled it. */
export function isPlainClick(
  event: Pick<MouseEvent, "defaultPrevented" | "button" | "metaKey" | "altKey" | "ctrlKey" | "shiftKey">,
): boolean {
  const { defaultPrevented, button, metaKey, altKey, ctrlKey, shiftKey } = event;
  return button === 0 && !(defaultPrevented || metaKey || altKey || ctrlKey || shiftKey);
}

const opensInPlace = (link: HTMLAnchorElement) =>
  link.origin === location.origin &&
  (link.target === "" || link.target === "_self") &&
  !link.hasAttribute("download");

const PREFETCH_DELAY_MS = 100;
let prefetchTimer: ReturnType<typeof setTimeout> | undefined;

const schedulePrefetch = ({ currentTarget }: SyntheticEvent<HTMLAnchorElement>) => {
  clearTimeout(prefetchTimer);
  if (!opensInPlace(currentTarget)) return;
  const { pathname, search } = currentTarget;
  prefetchTimer = setTimeout(() => navigation?.prefetch(pathname + search), PREFETCH_DELAY_MS);
};
const cancelPrefetch = () => {
  clearTimeout(prefetchTimer);
  navigation?.prefetch(null);
};
const PREFETCH_HANDLERS = {
  onMouseEnter: schedulePrefetch,
  onTouchStart: schedulePrefetch,
  onFocus: schedulePrefetch,
  onMouseLeave: cancelPrefetch,
  onBlur: cancelPrefetch,
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
  return page === null ? null : <Prefetch page={page} />;
}
