import { expect, test } from "vitest";
import { SAMPLE_PRICES_NOTICE } from "#core/market/wording.ts";
import { NO_PRICES } from "./messages.ts";

test("messages about missing prices don't mention price sources or their configuration", () => {
  for (const message of [SAMPLE_PRICES_NOTICE, NO_PRICES]) expect(message).not.toMatch(/source|configured/);
});
