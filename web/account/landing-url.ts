import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";

/** Secrets and results in a link's URL. They are removed from the address bar and the history. */
const LANDING_PARAMS = ["code", "error", "error_code", "error_description", "message"];

interface LandingUrl {
  readonly search: string;
  readonly hash: string;
}

let capturedUrl: LandingUrl | null = null;

/** Removes a link's parameters from the page's URL, and remembers the original URL. Returns the remaining query. */
export function captureLanding(pathname: string, { search, hash }: LandingUrl): string {
  const query = new URLSearchParams(search);
  for (const name of LANDING_PARAMS) query.delete(name);
  const remainingQuery = query.size > 0 ? `?${query}` : "";
  history.replaceState(history.state, "", pathname + remainingQuery);
  capturedUrl = { search, hash };
  return remainingQuery;
}

/** Returns what `captureLanding` remembered, and forgets it. */
export function consumeLanding(): LandingUrl | null {
  const landing = capturedUrl;
  capturedUrl = null;
  return landing;
}

const LANDING_PARAM_PATTERN = /[?#&](code|access_token|error_code|message)=/;

/** If an emailed link led to another page, redirects to /auth/landing, without the link's parameters in the URL. */
export function useAuthLanding(): void {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  useEffect(() => {
    if (!LANDING_PARAM_PATTERN.test(search + hash) || pathname === "/auth/landing") return;
    const remainingQuery = captureLanding(pathname, { search, hash });
    void navigate(`/auth/landing${remainingQuery}`, { replace: true });
  }, [pathname, search, hash, navigate]);
}
