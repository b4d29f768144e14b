import { parse } from "hono/utils/cookie";

/** Reads a cookie from a Cookie header. */
export const readCookie = (header: string | null | undefined, name: string): string | undefined =>
  header ? parse(header, name)[name] : undefined;
