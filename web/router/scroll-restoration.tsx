import { type ContextType, useContext, useLayoutEffect } from "react";
import { UNSAFE_DataRouterStateContext as DataRouterStateContext } from "react-router";
import { useRouter } from "./use-router.ts";

type RouterState = NonNullable<ContextType<typeof DataRouterStateContext>>;

const STORAGE_KEY = "scroll-positions";

/** Runs inline, serialized with toString: scrolls before hydration, so that the page doesn't jump. */
function scrollEarly(storageKey: string): void {
  const { history, sessionStorage } = window;
  if (!history.state?.key) history.replaceState({ key: Math.random().toString(32).slice(2) }, "");
  try {
    const y = JSON.parse(sessionStorage.getItem(storageKey) ?? "{}")[history.state.key];
    if (typeof y === "number") window.scrollTo(0, y);
  } catch {
    sessionStorage.removeItem(storageKey);
  }
}

/** Scrolls to the top of a new page, to the URL's fragment, or back to where the user was when they left the page. */
export function ScrollRestoration({ nonce }: { readonly nonce: string | undefined }) {
  const router = useRouter();
  const { location, restoreScrollPosition, preventScrollReset } = useContext(
    DataRouterStateContext,
  ) as RouterState;

  useLayoutEffect(() => {
    let positions: Record<string, number> = {};
    try {
      positions = JSON.parse(sessionStorage.getItem(STORAGE_KEY) ?? "{}");
    } catch {}
    const stop = router.enableScrollRestoration(positions, () => scrollY);
    const onShow = () => {
      history.scrollRestoration = "manual";
    };
    const onHide = () => {
      const { navigation, location } = router.state;
      if (navigation.state === "idle") positions[location.key] = scrollY;
      try {
        sessionStorage.setItem(STORAGE_KEY, JSON.stringify(positions));
      } catch {}
      history.scrollRestoration = "auto";
    };
    onShow();
    addEventListener("pageshow", onShow);
    addEventListener("pagehide", onHide);
    return () => {
      stop();
      removeEventListener("pageshow", onShow);
      removeEventListener("pagehide", onHide);
    };
  }, [router]);

  useLayoutEffect(() => {
    if (restoreScrollPosition === false) return;
    const target = location.hash && document.getElementById(decodeFragment(location.hash));
    if (typeof restoreScrollPosition === "number") scrollTo(0, restoreScrollPosition);
    else if (target) target.scrollIntoView();
    else if (!preventScrollReset) scrollTo(0, 0);
  }, [location, restoreScrollPosition, preventScrollReset]);

  return (
    <script nonce={nonce} suppressHydrationWarning>
      {import.meta.env.SSR ? `(${scrollEarly})("${STORAGE_KEY}")` : ""}
    </script>
  );
}

function decodeFragment(hash: string): string {
  try {
    return decodeURIComponent(hash.slice(1));
  } catch {
    return "";
  }
}
