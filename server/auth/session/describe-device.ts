import { isIP } from "node:net";
import { BROWSER_MAP, parse } from "bowser";
import { toAddressNetwork } from "#server/platform/client-address.ts";
import { isPublicAddress } from "#server/platform/public-address.ts";

/** Shorter forms of some names that the library returns. */
const SHORT_NAMES: Readonly<Record<string, string>> = {
  "Microsoft Edge": "Edge",
  "Samsung Internet for Android": "Samsung Internet",
  macOS: "Mac",
  "Chrome OS": "ChromeOS",
};
const UNKNOWN_DEVICE = "An unknown device";
const BROWSERS = new Set<string>(Object.values(BROWSER_MAP));
/** Matches the name of an app that isn't a browser, at the beginning of the header. */
const APP_NAME = /^([A-Za-z][\w.-]{1,30})(?:\/|$)/;

/** Describes a User-Agent: "Firefox on Windows". `namesApp: false` omits an app's name, which could be any text. */
export function describeDevice(userAgent: string | null, { namesApp = true } = {}): string {
  if (!userAgent) return UNKNOWN_DEVICE;
  const { browser, os, platform } = parse(userAgent);
  const shorten = (name: string | undefined) => name && (SHORT_NAMES[name] ?? name);
  // The library returns the name of any software, but only the names in its list are browsers.
  const browserName = browser.name && BROWSERS.has(browser.name) ? shorten(browser.name) : undefined;
  const systemName = platform.vendor === "Apple" && platform.model ? platform.model : shorten(os.name);
  if (browserName && systemName) return `${browserName} on ${systemName}`;
  if (browserName || systemName) return browserName ?? `A browser on ${systemName}`;
  const app = APP_NAME.exec(userAgent)?.[1];
  if (!app || app === "Mozilla") return UNKNOWN_DEVICE;
  return namesApp ? `An app (${app})` : "An app";
}

/** Describes an IP address by its network, such as "8.8.8.*", without identifying a subscriber. */
export function describeLocation(ip: string | null): string | null {
  if (ip === null || isIP(ip) === 0) return null;
  if (!isPublicAddress(ip)) return "Local network";
  return toAddressNetwork(ip).replace(/(?:\.0|::)\/\d+$/, (end) => (end.startsWith(".") ? ".*" : ":*"));
}
