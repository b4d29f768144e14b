import { lookup } from "node:dns/promises";
import http, { type IncomingHttpHeaders, type IncomingMessage } from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import type { Transform } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import { untilAborted } from "./deadline.ts";
import { isPublicAddress } from "./public-address.ts";
import { SafeFetchError } from "./safe-fetch-error.ts";

export interface SafeRequest {
  /** Default GET. Redirects of other methods aren't followed. */
  readonly method?: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Total time for name lookups, connections, redirects and body. Default 10 s. */
  readonly timeoutMs?: number;
  /** Maximum size of the decompressed body. Default 2 MB. */
  readonly maxBytes?: number;
  readonly maxRedirects?: number;
  readonly httpsOnly?: boolean;
  readonly signal?: AbortSignal;
}

export interface SafeResponse {
  /** The final URL, after redirects. */
  readonly url: string;
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export type SafeFetch = (url: string, request?: SafeRequest) => Promise<SafeResponse>;

export interface SafeFetchSettings {
  /** Allows private addresses and any port, for URLs that the operator configured and for tests. */
  readonly allowPrivate: boolean;
  /** Replaces DNS in tests. */
  readonly resolve?: (hostname: string) => Promise<readonly { address: string; family: number }[]>;
  /** Replaces the check for public addresses in tests. */
  readonly isPublic?: (address: string) => boolean;
}

const TIMEOUT_MS = 10_000;
const BODY_BYTES_MAX = 2 * 1024 * 1024;
const REDIRECTS_MAX = 5;
const HEADER_BYTES_MAX = 16 * 1024;
const URL_LENGTH_MAX = 4_000;
/** Ports of web servers. Any other port of a public address may be an email server or a database. */
const WEB_PORTS = new Set(["", "80", "443", "8080", "8443"]);
/** Headers that must not be sent to another origin on a redirect. */
const SAME_ORIGIN_HEADERS = new Set(["authorization", "cookie", "proxy-authorization"]);

/**
 * Creates the fetch function for all URLs that someone else chose. Allows only http and https to public addresses.
 * Each hostname is resolved once per connection, its addresses are checked, and the connection uses exactly
 * those. The same applies to each redirect. Time, size and redirects are limited. Throws SafeFetchError.
 */
export function createSafeFetch({
  allowPrivate,
  resolve = (hostname) => lookup(hostname, { all: true }),
  isPublic = isPublicAddress,
}: SafeFetchSettings): SafeFetch {
  const isAllowed = (address: string) => allowPrivate || isPublic(address);

  /** Resolves a hostname. Rejects it if any address is forbidden, because a mix of addresses suggests an attack. */
  async function resolveAddresses(url: URL): Promise<{ address: string; family: number }[]> {
    const hostname = url.hostname.replace(/^\[|\]$/g, "");
    const ipVersion = isIP(hostname);
    const addresses = ipVersion
      ? [{ address: hostname, family: ipVersion }]
      : await resolve(hostname).catch((cause: unknown) => {
          throw new SafeFetchError("unreachable", `${hostname} has no address`, cause);
        });
    if (addresses.length === 0) throw new SafeFetchError("unreachable", `${hostname} has no address`);
    if (!addresses.every(({ address }) => isAllowed(address)))
      throw new SafeFetchError("forbidden_address", `${hostname} is not on the public network`);
    return [...addresses];
  }

  function parseUrl(text: string, base: URL | undefined, httpsOnly: boolean): URL {
    if (text.length > URL_LENGTH_MAX || !URL.canParse(text, base?.href))
      throw new SafeFetchError("bad_url", "The URL is not valid");
    const url = new URL(text, base?.href);
    if (url.protocol !== "https:" && (httpsOnly || url.protocol !== "http:"))
      throw new SafeFetchError("bad_url", `The URL must begin with http${httpsOnly ? "s" : " or https"}`);
    if (url.username !== "" || url.password !== "")
      throw new SafeFetchError("bad_url", "The URL must not contain a username or password");
    if (!allowPrivate && !WEB_PORTS.has(url.port))
      throw new SafeFetchError("forbidden_address", `Port ${url.port} is not allowed`);
    return url;
  }

  return async (requestedUrl, request = {}) => {
    const {
      method = "GET",
      maxRedirects = REDIRECTS_MAX,
      httpsOnly = false,
      timeoutMs = TIMEOUT_MS,
    } = request;
    const timeout = AbortSignal.timeout(timeoutMs);
    const signal = request.signal ? AbortSignal.any([timeout, request.signal]) : timeout;
    try {
      let url = parseUrl(requestedUrl, undefined, httpsOnly);
      let headers = { ...request.headers };
      for (let hops = 0; ; hops += 1) {
        const addresses = await untilAborted(resolveAddresses(url), signal);
        const response = await sendRequest(url, { ...request, headers }, addresses, isAllowed, signal);
        const location =
          method === "GET" && isRedirect(response.statusCode) ? response.headers.location : undefined;
        if (location === undefined) {
          const body = await readResponseBody(response, request.maxBytes ?? BODY_BYTES_MAX);
          // If the timeout closes the connection, a body without a declared length seems complete.
          signal.throwIfAborted();
          return { url: url.href, status: response.statusCode ?? 0, headers: response.headers, body };
        }
        response.destroy();
        if (hops >= maxRedirects)
          throw new SafeFetchError("too_many_redirects", `More than ${maxRedirects} redirects`);
        const nextUrl = parseUrl(location, url, httpsOnly);
        if (nextUrl.origin !== url.origin)
          headers = Object.fromEntries(
            Object.entries(headers).filter(([name]) => !SAME_ORIGIN_HEADERS.has(name.toLowerCase())),
          );
        url = nextUrl;
      }
    } catch (error) {
      if (timeout.aborted) throw new SafeFetchError("timeout", `Timed out after ${timeoutMs} ms`, error);
      if (error instanceof SafeFetchError) throw error;
      throw new SafeFetchError("unreachable", error instanceof Error ? error.message : String(error), error);
    }
  };
}

const isRedirect = (status = 0) => [301, 302, 303, 307, 308].includes(status);

/** Sends one request on a new connection, to one of these addresses only. */
function sendRequest(
  url: URL,
  { method = "GET", headers = {}, body }: SafeRequest,
  addresses: { address: string; family: number }[],
  isAllowed: (address: string) => boolean,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const lookUpPinned: LookupFunction = (_hostname, options, callback) => {
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
        lookup: lookUpPinned,
        signal,
        maxHeaderSize: HEADER_BYTES_MAX,
        headers: {
          "User-Agent": "Lattice",
          "Accept-Encoding": "gzip, deflate, br",
          ...headers,
          ...(body === undefined ? {} : { "Content-Length": String(Buffer.byteLength(body)) }),
        },
      },
      (response) => {
        // Check the address actually connected to.
        if (isAllowed((response.socket.remoteAddress ?? "").replace(/^::ffff:(?=[\d.]+$)/i, "")))
          resolve(response);
        else {
          response.destroy();
          reject(new SafeFetchError("forbidden_address", "The connection reached a forbidden address"));
        }
      },
    );
    request.once("error", (error: NodeJS.ErrnoException) =>
      reject(
        error.code?.startsWith("HPE_")
          ? new SafeFetchError("bad_response", "The response is not valid HTTP", error)
          : error,
      ),
    );
    request.end(body);
  });
}

const DECOMPRESSORS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/** Reads a response body, decompressing as it arrives and stopping at the size limit. */
async function readResponseBody(response: IncomingMessage, maxBytes: number): Promise<Buffer> {
  if (response.statusCode === 204 || response.statusCode === 304) {
    response.destroy();
    return Buffer.alloc(0);
  }
  const encoding = (response.headers["content-encoding"] ?? "identity").trim().toLowerCase();
  const createDecompressor = Object.hasOwn(DECOMPRESSORS, encoding) ? DECOMPRESSORS[encoding] : undefined;
  if (!createDecompressor && encoding !== "identity" && encoding !== "") {
    response.destroy();
    throw new SafeFetchError("bad_response", "The response has an unsupported content encoding");
  }
  const createTooLargeError = () => new SafeFetchError("too_large", `More than ${maxBytes} bytes`);
  if (Number(response.headers["content-length"] ?? 0) > maxBytes) {
    response.destroy();
    throw createTooLargeError();
  }
  const source = createDecompressor ? response.pipe(createDecompressor()) : response;
  // pipe() doesn't forward errors: a broken connection must also end the read.
  if (source !== response) response.once("error", (error) => source.destroy(error));
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of source as AsyncIterable<Buffer>) {
      size += chunk.length;
      if (size > maxBytes) throw createTooLargeError();
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof SafeFetchError) throw error;
    const { code = "" } = error as NodeJS.ErrnoException;
    // Node's codes for invalid data: Z_… from zlib, and from Brotli also ERR__ERROR_FORMAT_….
    if (code.startsWith("Z_") || code.startsWith("ERR_BROTLI") || code.startsWith("ERR__ERROR"))
      throw new SafeFetchError("bad_response", "The response can't be decompressed", error);
    throw error;
  } finally {
    response.destroy();
  }
  return Buffer.concat(chunks);
}
