import { createMiddleware } from "hono/factory";
import { SESSION_KEY } from "#core/accounts/session-key.ts";
import { addHostPrefix, readHostCookies } from "#core/cookies.ts";
import type { Config } from "#server/config.ts";
import type { HttpEnvironment } from "./context.ts";
import { isSecure } from "./request-origin.ts";

/** Translates `__Host-` cookie names, so that handlers only see the site's own cookies under plain names. */
export function hostCookies(config: Pick<Config, "publicUrl" | "trustProxy">) {
  return createMiddleware<HttpEnvironment>(async (c, next) => {
    const options = { secure: isSecure(c.req, config) };
    const header = c.req.header("Cookie");
    if (header !== undefined) {
      const hostCookieHeader = readHostCookies(header, options);
      if (hostCookieHeader === "") c.req.raw.headers.delete("Cookie");
      else c.req.raw.headers.set("Cookie", hostCookieHeader);
    }
    await next();
    if (!options.secure) return;
    const cookies = c.res.headers.getSetCookie();
    const leftoverNames = c.res.headers.get("Content-Type")?.startsWith("text/html")
      ? listUnprefixedSessionCookies(header)
      : [];
    if (cookies.length + leftoverNames.length === 0) return;
    c.res.headers.delete("Set-Cookie");
    for (const cookie of cookies) c.res.headers.append("Set-Cookie", addHostPrefix(cookie, options));
    for (const name of leftoverNames)
      c.res.headers.append("Set-Cookie", `${name}=; Path=/; Max-Age=0; Secure`);
  });
}

const PLAIN_SESSION_COOKIE = new RegExp(`^${SESSION_KEY}(?:\\.\\d)?$`);

/** Lists the names of unprefixed session cookies, which an older version or a sibling subdomain has set. */
function listUnprefixedSessionCookies(header = ""): string[] {
  const names = header.split(";").map((part) => part.split("=")[0]?.trim() ?? "");
  return [...new Set(names)].filter((name) => PLAIN_SESSION_COOKIE.test(name));
}
