/** Secrets and results in a link's URL. They are removed from the address bar and the history. */
const BROUGHT = ["code", "error", "error_code", "error_description", "message"];

interface Brought {
  readonly search: string;
  readonly hash: string;
}

let taken: Brought | null = null;

/** Removes a link's parameters from the page's URL and remembers them. Returns the remaining query. */
export function takeLanding(pathname: string, { search, hash }: Brought): string {
  const query = new URLSearchParams(search);
  for (const name of BROUGHT) query.delete(name);
  const rest = query.size > 0 ? `?${query}` : "";
  history.replaceState(history.state, "", pathname + rest);
  taken = { search, hash };
  return rest;
}

/** Returns what `takeLanding` removed, once. */
export function takenLanding(): Brought | null {
  const brought = taken;
  taken = null;
  return brought;
}
