/** Secrets and results in a link's URL. They are removed from the address bar and the history. */
const LANDING_PARAMS = ["code", "error", "error_code", "error_description", "message"];

interface LandingUrl {
  readonly search: string;
  readonly hash: string;
}

let captured: LandingUrl | null = null;

/** Removes a link's parameters from the page's URL and remembers them. Returns the remaining query. */
export function captureLanding(pathname: string, { search, hash }: LandingUrl): string {
  const query = new URLSearchParams(search);
  for (const name of LANDING_PARAMS) query.delete(name);
  const rest = query.size > 0 ? `?${query}` : "";
  history.replaceState(history.state, "", pathname + rest);
  captured = { search, hash };
  return rest;
}

/** Returns what `captureLanding` removed, once. */
export function consumeLanding(): LandingUrl | null {
  const landing = captured;
  captured = null;
  return landing;
}
