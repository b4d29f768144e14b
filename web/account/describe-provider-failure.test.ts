import { expect, test } from "vitest";
import { describeProviderFailure } from "./describe-provider-failure.ts";

test("every error code in the URL has a message, even an unknown one", () => {
  expect(describeProviderFailure(null)).toBeNull();
  expect(describeProviderFailure("identity_not_found")).toContain("different account");
  for (const code of ["", "constructor", "<script>", "bad_oauth_callback"])
    expect(describeProviderFailure(code)).toMatch(/^That didn't work\./);
});
