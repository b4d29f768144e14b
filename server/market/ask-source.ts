import { readRetryAfter } from "#core/news/schedule.ts";
import type { MarketDeps } from "./deps.ts";
import { putOff } from "./turns.ts";

/** The source answered, and it was not what was asked for. */
export class SourceRefusal extends Error {
  override readonly name = "SourceRefusal";
  readonly status: number;

  constructor(status: number, message = `the price source answered ${status}`) {
    super(message);
    this.status = status;
  }
}

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** When it is too much for the source and it does not say for how long. */
const PATIENCE_MS = 10 * MINUTE_MS;
const TOO_MUCH = [429, 503];

/**
 * Asks the operator's price source; what it answers as JSON. When it is too much for it, nothing more is asked of it
 * for as long as it says, ten minutes at least and a day at most. Throws SafeFetchError and SourceRefusal.
 */
export async function askSource(
  deps: Pick<MarketDeps, "safeFetch" | "clock" | "database">,
  address: string,
  { bytes, signal }: { readonly bytes: number; readonly signal?: AbortSignal | undefined },
): Promise<unknown> {
  const { status, headers, body } = await deps.safeFetch(address, {
    headers: { Accept: "application/json" },
    bytes,
    // The operator names an address, which may be a private one: nobody else leads from there to another.
    redirects: 0,
    ...(signal ? { signal } : {}),
  });
  if (TOO_MUCH.includes(status)) {
    const asked = (readRetryAfter(headers["retry-after"], deps.clock.now()) ?? 0) * 1000;
    await putOff(deps, ["prices", "charts"], Math.min(DAY_MS, Math.max(PATIENCE_MS, asked)));
  }
  if (status !== 200) throw new SourceRefusal(status);
  try {
    return JSON.parse(body.toString("utf8"));
  } catch {
    throw new SourceRefusal(status, "the price source's answer is not JSON");
  }
}

export const isTooMuch = (error: unknown) =>
  error instanceof SourceRefusal && TOO_MUCH.includes(error.status);
