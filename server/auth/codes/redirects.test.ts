import { describe, expect, test } from "vitest";
import { checkRedirect } from "./redirects.ts";

const config = {
  siteUrl: "https://lattice.test",
  redirectAllow: [
    "https://*.example.org/**",
    "https://app.example.com/cb/*",
    "com.example.app://**",
    "https://bare.example",
  ],
};
const check = (url: string) => checkRedirect(config, url);

describe("redirects are allowed to", () => {
  test.each([
    ["https://lattice.test", "https://lattice.test"],
    ["https://lattice.test/a?b=1&sb_flow_id=2#c", "https://lattice.test/a?b=1&sb_flow_id=2"],
    ["http://127.0.0.1:5173/x", "http://127.0.0.1:5173/x"],
    ["http://[::1]:8080/", "http://[::1]:8080/"],
    ["https://one.example.org/a/b", "https://one.example.org/a/b"],
    ["https://app.example.com/cb/one", "https://app.example.com/cb/one"],
    ["com.example.app://landing", "com.example.app://landing"],
    ["https://bare.example", "https://bare.example"],
  ])("%s", (url, target) => {
    expect(check(url)).toBe(target);
  });

  test("any port of localhost if the site runs there", () => {
    const localConfig = { siteUrl: "http://localhost:3000", redirectAllow: [] };
    expect(checkRedirect(localConfig, "http://localhost:5173/x")).toBe("http://localhost:5173/x");
    expect(checkRedirect(localConfig, "https://localhost:5173/x")).toBeNull();
  });
});

describe("redirects are never allowed to", () => {
  test.each([
    "https://evil.test/",
    "http://lattice.test/",
    "https://lattice.test:8443/",
    "https://lattice.test.evil.test/",
    "https://lattice.test@evil.test/",
    "https://evil.test\\@lattice.test/",
    "https://lattice.test\\.evil.test/",
    "https:evil.test",
    "//evil.test/",
    "/relative",
    "javascript:alert(1)//https://lattice.test",
    "data:text/html,x",
    "http://2130706433/",
    "http://0x7f000001/",
    "http://0177.0.0.1/",
    "http://127.1/",
    "https://lattice.test\n.evil.test/",
    "https://lattice.test\t/",
    " https://lattice.test/",
    "https://lättice.test/",
    "https://lattice。test/",
    "https://lattice%2etest/",
    "https://a.b.example.org/",
    "https://evil.test/.example.org/",
    "https://evil.test?.example.org/x",
    "https://evil?.example.org/x",
    "https://evil#.example.org/x",
    "https://app.example.com/cb/one/two",
    "https://app.example.com/cb/a.b",
    "https://bare.example.evil.test",
    "http://127.0.0.1.evil.test/",
    "",
  ])("%j", (url) => {
    expect(check(url)).toBeNull();
  });
});
