/** What opens an account, or says what came of a link: none of it stays in the address or in the history. */
const BROUGHT = ["code", "error", "error_code", "error_description", "message"];

interface Brought {
  readonly search: string;
  readonly hash: string;
}

let taken: Brought | null = null;

/** Takes what a link brought out of the address of this page at once, and returns the query that is left. */
export function takeLanding(pathname: string, { search, hash }: Brought): string {
  const query = new URLSearchParams(search);
  for (const name of BROUGHT) query.delete(name);
  const rest = query.size > 0 ? `?${query}` : "";
  history.replaceState(history.state, "", pathname + rest);
  taken = { search, hash };
  return rest;
}

/** What was taken, once. */
export function takenLanding(): Brought | null {
  const brought = taken;
  taken = null;
  return brought;
}
