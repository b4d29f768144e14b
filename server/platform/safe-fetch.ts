import { lookup } from "node:dns/promises";
import http, { type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { isPublicAddress } from "./public-address.ts";
import { readAnswer } from "./read-answer.ts";
import { SafeFetchError } from "./safe-fetch-error.ts";

export interface SafeRequest {
  /** Default GET. A redirect of anything else is not followed. */
  readonly method?: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** For everything together: names, connections, redirects, the last byte. Default 10 s. */
  readonly milliseconds?: number;
  /** Of the body, after inflating. Default 2 MB. */
  readonly bytes?: number;
  readonly redirects?: number;
  readonly httpsOnly?: boolean;
  readonly signal?: AbortSignal;
}

export interface SafeAnswer {
  /** Where it was found in the end. */
  readonly url: string;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export type SafeFetch = (url: string, request?: SafeRequest) => Promise<SafeAnswer>;

export interface SafeFetchSettings {
  /** Lets private addresses and any port be fetched: addresses of the operator's own, and tests. */
  readonly allowPrivate: boolean;
  /** For tests: which addresses a name has, and which of them count as public. */
  readonly resolve?: (hostname: string) => Promise<readonly { address: string; family: number }[]>;
  readonly isPublic?: (address: string) => boolean;
}

const MILLISECONDS = 10_000;
const BYTES = 2 * 1024 * 1024;
const REDIRECTS = 5;
const HEADER_BYTES = 16 * 1024;
const URL_LENGTH = 4_000;
/** Where web servers are; any other port of a public address is somebody's mail server or database. */
const PORTS = new Set(["", "80", "443", "8080", "8443"]);
/** What is meant for one origin stays with it when a redirect leads elsewhere. */
const OF_ONE_ORIGIN = new Set(["authorization", "cookie", "proxy-authorization"]);

/**
 * The one way out. Fetches an address that somebody else chose: http and https alone, public addresses alone. A name is
 * resolved once for each connection, what it resolves to is judged, and the connection goes to exactly that; the same
 * again after each redirect. Time, size and redirects are limited. Throws SafeFetchError.
 */
export function createSafeFetch({
  allowPrivate,
  resolve = (hostname) => lookup(hostname, { all: true }),
  isPublic = isPublicAddress,
}: SafeFetchSettings): SafeFetch {
  const isAllowed = (address: string) => allowPrivate || isPublic(address);

  /** The addresses to connect to. One that is forbidden among several forbids the name: whoever answers so is lying. */
  async function addressesOf(url: URL): Promise<{ address: string; family: number }[]> {
    const hostname = url.hostname.replace(/^\[|\]$/g, "");
    const literal = isIP(hostname);
    const found = literal
      ? [{ address: hostname, family: literal }]
      : await resolve(hostname).catch((cause: unknown) => {
          throw new SafeFetchError("unreachable", `${hostname} has no address`, cause);
        });
    if (found.length === 0) throw new SafeFetchError("unreachable", `${hostname} has no address`);
    if (!found.every(({ address }) => isAllowed(address)))
      throw new SafeFetchError("forbidden_address", `${hostname} is not on the public network`);
    return [...found];
  }

  function parse(address: string, base: URL | undefined, httpsOnly: boolean): URL {
    if (address.length > URL_LENGTH || !URL.canParse(address, base?.href))
      throw new SafeFetchError("bad_address", "The address cannot be read");
    const url = new URL(address, base?.href);
    if (url.protocol !== "https:" && (httpsOnly || url.protocol !== "http:"))
      throw new SafeFetchError(
        "bad_address",
        `The address must begin with http${httpsOnly ? "s" : " or https"}`,
      );
    if (url.username !== "" || url.password !== "")
      throw new SafeFetchError("bad_address", "The address must not hold a user or a password");
    if (!allowPrivate && !PORTS.has(url.port))
      throw new SafeFetchError("forbidden_address", `Port ${url.port} is not a web server's`);
    return url;
  }

  return async (address, request = {}) => {
    const { method = "GET", redirects = REDIRECTS, httpsOnly = false, milliseconds = MILLISECONDS } = request;
    const late = AbortSignal.timeout(milliseconds);
    const signal = request.signal ? AbortSignal.any([late, request.signal]) : late;
    try {
      let url = parse(address, undefined, httpsOnly);
      let headers = { ...request.headers };
      for (let hops = 0; ; hops += 1) {
        const addresses = await before(signal, addressesOf(url));
        const answer = await open(url, { ...request, headers }, addresses, isAllowed, signal);
        const location =
          method === "GET" && isRedirect(answer.statusCode) ? answer.headers.location : undefined;
        if (location === undefined) {
          const body = await readAnswer(answer, request.bytes ?? BYTES);
          // A body without a stated length ends when its connection does, whoever ended that.
          signal.throwIfAborted();
          return { url: url.href, status: answer.statusCode ?? 0, headers: answer.headers, body };
        }
        answer.destroy();
        if (hops >= redirects)
          throw new SafeFetchError("too_many_redirects", `More than ${redirects} redirects`);
        const next = parse(location, url, httpsOnly);
        if (next.origin !== url.origin)
          headers = Object.fromEntries(
            Object.entries(headers).filter(([name]) => !OF_ONE_ORIGIN.has(name.toLowerCase())),
          );
        url = next;
      }
    } catch (error) {
      if (late.aborted) throw new SafeFetchError("timeout", `Not done within ${milliseconds} ms`, error);
      if (error instanceof SafeFetchError) throw error;
      throw new SafeFetchError("unreachable", error instanceof Error ? error.message : String(error), error);
    }
  };
}

const isRedirect = (status = 0) => [301, 302, 303, 307, 308].includes(status);

/** A promise that cannot be stopped, waited for no longer than the signal says. */
function before<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}

/** One request on a connection of its own, to one of these addresses and no other. */
function open(
  url: URL,
  { method = "GET", headers = {}, body }: SafeRequest,
  addresses: { address: string; family: number }[],
  isAllowed: (address: string) => boolean,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const pinned: LookupFunction = (_hostname, options, callback) => {
    const [first] = addresses;
    if (options.all) callback(null, addresses);
    else callback(null, first?.address ?? "", first?.family ?? 4);
  };
  return new Promise((resolve, reject) => {
    const request = (url.protocol === "https:" ? https : http).request(
      url,
      {
        method,
        agent: false,
        lookup: pinned,
        signal,
        maxHeaderSize: HEADER_BYTES,
        headers: {
          "User-Agent": "Lattice",
          "Accept-Encoding": "gzip, deflate, br",
          ...headers,
          ...(body === undefined ? {} : { "Content-Length": String(Buffer.byteLength(body)) }),
        },
      },
      (answer) => {
        // What we are connected to, and not what we meant to be.
        if (isAllowed((answer.socket.remoteAddress ?? "").replace(/^::ffff:(?=[\d.]+$)/i, "")))
          resolve(answer);
        else {
          answer.destroy();
          reject(new SafeFetchError("forbidden_address", "The connection led elsewhere"));
        }
      },
    );
    request.once("error", (error: NodeJS.ErrnoException) =>
      reject(
        error.code?.startsWith("HPE_")
          ? new SafeFetchError("bad_answer", "The answer is not HTTP that can be read", error)
          : error,
      ),
    );
    request.end(body);
  });
}
