import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import { describe, expect, test } from "vitest";
import { problem, serve } from "./safe-fetch.fixture.ts";
import { createSafeFetch } from "./safe-fetch.ts";

const fetchUrl = createSafeFetch({ allowPrivate: true });
const publicFetch = createSafeFetch({ allowPrivate: false });

describe("forbidden addresses and ports are refused before anything is sent:", () => {
  test.each([
    "http://127.0.0.1/",
    "http://localhost/",
    "http://[::1]/",
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:7f00:1]/",
    "http://2130706433/",
    "http://0x7f000001/",
    "http://0x7f.1/",
    "http://0177.0.0.1/",
    "http://127.1/",
    "http://0/",
    "http://１２７.０.０.１/",
    "http://169.254.169.254/latest/meta-data/",
    "http://[fd00::1]/",
    "http://[64:ff9b::7f00:1]/",
    "http://10.0.0.1:8080/",
    "https://192.168.0.1/",
  ])("%s", async (url) => {
    await expect(publicFetch(url)).rejects.toEqual(problem("forbidden_address"));
  });

  test.each([22, 25, 3306, 5432, 6379, 11211])("port %i of any host", async (port) => {
    await expect(publicFetch(`http://1.1.1.1:${port}/`)).rejects.toEqual(problem("forbidden_address"));
  });
});

test.each([
  "file:///etc/passwd",
  "ftp://1.1.1.1/",
  "gopher://1.1.1.1/",
  "data:text/plain,x",
  "javascript:alert(1)",
  "unix:/var/run/docker.sock",
  "http://user:word@1.1.1.1/",
  "//1.1.1.1/",
  "nonsense",
  "",
  `http://1.1.1.1/${"x".repeat(5_000)}`,
])("%s is not a valid URL to fetch", async (url) => {
  await expect(fetchUrl(url)).rejects.toEqual(problem("bad_url"));
});

test("with httpsOnly, an http URL is rejected", async () => {
  await expect(fetchUrl("http://1.1.1.1/", { httpsOnly: true })).rejects.toEqual(problem("bad_url"));
});

describe("hostnames:", () => {
  /** Creates a fetch that resolves any hostname to the next of `answers`. Only `publicAddresses` count as public. */
  const createFetch = (answers: readonly (readonly string[])[], publicAddresses: readonly string[]) => {
    let lookupCount = 0;
    const fetch = createSafeFetch({
      allowPrivate: false,
      isPublic: (address) => publicAddresses.includes(address),
      resolve: async () => {
        const addresses = answers[Math.min(lookupCount, answers.length - 1)] ?? [];
        lookupCount += 1;
        return addresses.map((address) => ({ address, family: 4 }));
      },
    });
    return { fetch, countLookups: () => lookupCount };
  };
  /** Uses an allowed port on an otherwise unused loopback address. */
  const serveOnWebPort = (host: string, listener: RequestListener) => serve(listener, { host, port: 8443 });

  test("a hostname with several addresses is refused if one of them is private", async () => {
    const { fetch } = createFetch([["127.0.0.9", "10.0.0.1"]], ["127.0.0.9"]);
    await expect(fetch("http://both.test/")).rejects.toEqual(problem("forbidden_address"));
  });

  test("a hostname without addresses is unreachable", async () => {
    const { fetch } = createFetch([[]], []);
    await expect(fetch("http://none.test/")).rejects.toEqual(problem("unreachable"));
  });

  test("if an address changes between lookup and connection (DNS rebinding), the one that was checked is used", async () => {
    let privateRequestCount = 0;
    await serveOnWebPort("127.0.0.8", (_request, response) => void response.end("outside"));
    await serveOnWebPort("127.0.0.7", (_request, response) => {
      privateRequestCount += 1;
      response.end("inside");
    });
    const { fetch, countLookups } = createFetch([["127.0.0.8"], ["127.0.0.7"]], ["127.0.0.8"]);
    expect((await fetch("http://rebound.test:8443/")).body.toString()).toBe("outside");
    expect(countLookups()).toBe(1);
    await expect(fetch("http://rebound.test:8443/")).rejects.toEqual(problem("forbidden_address"));
    expect(privateRequestCount).toBe(0);
  });

  test("the hostname of a redirect is checked before it is followed", async () => {
    await serveOnWebPort(
      "127.0.0.6",
      (_request, response) => void response.writeHead(302, { location: "/again" }).end(),
    );
    const { fetch } = createFetch([["127.0.0.6"], ["127.0.0.5"]], ["127.0.0.6"]);
    await expect(fetch("http://rebound.test:8443/")).rejects.toEqual(problem("forbidden_address"));
  });

  test.each([
    ["this machine", "http://127.0.0.5:8443/"],
    ["this machine over IPv6", "http://[::ffff:127.0.0.5]:8443/"],
    ["this machine as a number", "http://2130706437:8443/"],
    ["a port not used by web servers", "http://127.0.0.6:22/"],
  ])("a redirect to %s is not followed", async (_name, location) => {
    await serveOnWebPort(
      "127.0.0.6",
      (_request, response) => void response.writeHead(302, { location }).end(),
    );
    const { fetch } = createFetch([["127.0.0.6"]], ["127.0.0.6"]);
    await expect(fetch("http://outside.test:8443/")).rejects.toEqual(problem("forbidden_address"));
  });

  test.each(["file:///etc/passwd", "gopher://127.0.0.6/", "http://user:word@127.0.0.6:8443/", "http://["])(
    "a redirect to %s is refused as an invalid URL",
    async (location) => {
      await serveOnWebPort(
        "127.0.0.6",
        (_request, response) => void response.writeHead(302, { location }).end(),
      );
      const { fetch } = createFetch([["127.0.0.6"]], ["127.0.0.6"]);
      await expect(fetch("http://outside.test:8443/")).rejects.toEqual(problem("bad_url"));
    },
  );
});

test("endless redirects are stopped", async () => {
  let requestCount = 0;
  const origin = await serve((_request, response) => {
    requestCount += 1;
    response.writeHead(302, { location: `/${requestCount}` }).end();
  });
  await expect(fetchUrl(origin)).rejects.toEqual(problem("too_many_redirects"));
  expect(requestCount).toBe(6);
});

test("credentials are not sent to another origin", async () => {
  const authorizations: (string | undefined)[] = [];
  const recordHeaders = (request: IncomingMessage, response: ServerResponse) => {
    authorizations.push(request.headers.authorization);
    response.end();
  };
  const otherOrigin = await serve(recordHeaders);
  const origin = await serve((request, response) => {
    if (request.url === "/") return response.writeHead(302, { location: "/same" }).end();
    authorizations.push(request.headers.authorization);
    response.writeHead(302, { location: otherOrigin }).end();
  });
  await fetchUrl(origin, { headers: { Authorization: "Bearer secret" } });
  expect(authorizations).toEqual(["Bearer secret", undefined]);
});
