import { expect, test } from "vitest";
import { type BrowserWallet, discoverWallets } from "./discover-wallets.ts";

test("announced wallets are deduplicated, sanitized and limited in number", () => {
  const target = new EventTarget();
  let wallets: readonly BrowserWallet[] = [];
  const stop = discoverWallets(target, (next) => {
    wallets = next;
  });
  const announce = (detail: unknown) =>
    target.dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail }));
  const info = { uuid: "u-1", rdns: "org.example.fox", name: "Fox", icon: "data:image/png;base64,AA==" };
  const createProvider = () => ({ request: async () => null });
  const firstProvider = createProvider();
  announce({ info, provider: firstProvider });
  announce({ info, provider: firstProvider });
  announce({ info, provider: createProvider() });
  expect(wallets.map(({ id }) => id)).toEqual(["org.example.fox"]);
  // A second wallet with the same domain name doesn't replace the first.
  announce({ info: { ...info, uuid: "u-2" }, provider: createProvider() });
  expect(wallets.map(({ id }) => id)).toEqual(["org.example.fox", "u-2"]);
  for (const invalidDetail of [
    null,
    7,
    {},
    { info: null, provider: createProvider() },
    { info: { ...info, uuid: "u-3", name: "\u202e\u200b " }, provider: createProvider() },
    { info: { ...info, uuid: "<b>" }, provider: createProvider() },
    { info: { ...info, uuid: "u-4" }, provider: { request: "no" } },
    {
      info: { ...info, uuid: "u-5" },
      provider: {
        get request() {
          throw new Error("no");
        },
      },
    },
  ])
    announce(invalidDetail);
  expect(wallets).toHaveLength(2);
  for (const [index, icon] of [
    "https://evil.example/x.png",
    "javascript:1",
    "data:text/html,x",
    7,
    "x".repeat(2e5),
  ].entries())
    announce({
      info: {
        ...info,
        uuid: `icon-${index}`,
        rdns: `org.icon.${index}`,
        name: `\u202eA<b>\n${"m".repeat(99)}`,
        icon,
      },
      provider: createProvider(),
    });
  expect(wallets.slice(2).map(({ icon }) => icon)).toEqual([null, null, null, null, null]);
  expect(wallets[2]?.name).toBe(`A<b> ${"m".repeat(35)}`);
  for (let count = 0; count < 500; count += 1)
    announce({ info: { ...info, uuid: `flood-${count}` }, provider: createProvider() });
  expect(wallets).toHaveLength(20);
  stop();
});
