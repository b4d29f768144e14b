import { createSafeFetch } from "#server/platform/safe-fetch.ts";

const TIMEOUT_MS = 4_000;
const BYTES_MAX = 65_536;
/** The error code that nodes return for a reverted call. */
const REVERT_CODE = 3;
/** Matches a node's error message if the node works but the contract reverted the call. */
const REVERT_MESSAGE = /revert|vm execution error|out of gas|invalid opcode/i;

/** The operator chooses the nodes, so they may have private IP addresses. */
const fetchFromNode = createSafeFetch({ allowPrivate: true });

/** Returns the result in lower case, or null if the contract reverted the call. Throws an error if the node fails. */
export async function callNode(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const { status, body } = await fetchFromNode(url, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    timeoutMs: TIMEOUT_MS,
    maxBytes: BYTES_MAX,
  });
  const { result, error } = JSON.parse(body.toString("utf8")) as {
    result?: unknown;
    error?: { code?: unknown; message?: unknown };
  };
  if (typeof result === "string") return result.toLowerCase();
  if (error && (error.code === REVERT_CODE || REVERT_MESSAGE.test(String(error.message)))) return null;
  throw new Error(`${method}: status ${status}, ${String(error?.message ?? "no result")}`);
}
