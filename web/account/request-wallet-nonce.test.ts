import { afterEach, expect, test, vi } from "vitest";
import type { PasswordRules } from "#core/accounts/password-rules.ts";
import { requestWalletNonce } from "./request-wallet-nonce.ts";

afterEach(() => vi.unstubAllGlobals());

const UNREACHABLE = "We can't reach the server. Please try again in a moment.";

test.each([
  ["without a response", () => Promise.reject(new TypeError("Failed to fetch")), UNREACHABLE],
  ["for a proxy's error page", async () => new Response("<p>Bad gateway", { status: 502 }), UNREACHABLE],
  [
    "for an error in the server",
    async () => Response.json({ error_code: "unexpected_failure", msg: "Check the logs" }, { status: 500 }),
    "The problem is on our side. We've logged it.",
  ],
  [
    "for a rate limit",
    async () => Response.json({ error_code: "over_request_rate_limit", msg: "Limit" }, { status: 429 }),
    "Too many attempts. Please try again later.",
  ],
  [
    "for another refusal",
    async () => Response.json({ error_code: "web3_provider_disabled", msg: "Web3 is off" }, { status: 422 }),
    "Web3 is off",
  ],
])("%s, the message says why there is no nonce", async (_case, fetch, message) => {
  vi.stubGlobal("fetch", fetch);
  await expect(requestWalletNonce({} as PasswordRules)).rejects.toThrow(message);
});
