import { type ComponentProps, type MouseEvent, type SyntheticEvent, useEffect, useState } from "react";
import { type NavigateFunction, type NavigateOptions, PrefetchPageLinks, useNavigate } from "react-router";

type FollowOptions = Pick<NavigateOptions, "replace" | "preventScrollReset" | "defaultShouldRevalidate">;

export interface LinkProps extends Omit<ComponentProps<"a">, "href">, FollowOptions {
  /** A path of this site with its query and hash, from the root ("/forum?sort=new"), or an absolute address. */
  readonly to: string;
  /** "intent": what the page needs is fetched once the link is pointed at or focused. */
  readonly prefetch?: "intent";
  /** Leaves the click to the browser, which loads the whole document. */
  readonly reloadDocument?: boolean;
}

/** What links reach of the one `LinkNavigation`; null until it runs, and then the browser follows them by itself. */
let navigation: { navigate: NavigateFunction; prefetch: (page: string | null) => void } | null = null;

/**
 * A link of this site. To the server it is a plain `<a>`: React Router's own Link resolves, memoizes and subscribes for
 * each, which cost more than half of what the rest of a list did (docs/decisions/054-plain-links.md).
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
    // As browsers do: a link to the page one is on adds nothing to the history.
    replace: options.replace ?? link.href === location.href,
  });
}

/** Whether a click asks for the page here and now, and nothing else took it. */
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

/** Gives all links the router. Stands once on every page. */
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
