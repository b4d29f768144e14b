import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { SendReview } from "./send-review.tsx";

function renderReview(chainId: string): string {
  const coin = { symbol: "ETH", name: "Ether", address: null, units: 1n, decimals: 18, asset: null };
  return renderToStaticMarkup(
    createElement(SendReview, {
      state: {},
      preparedTransfer: { holding: coin, native: coin, chainId, units: 1n, fee: 1n },
    } as unknown as Parameters<typeof SendReview>[0]),
  );
}

test("the review names the transfer's network, whether or not we know it", () => {
  expect(renderReview("0x539")).toContain("Network 1337");
  expect(renderReview("0x2105")).toContain("Base");
  expect(renderReview("0x2105")).toContain("L1 data fee");
});
