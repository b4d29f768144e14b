import { parse } from "hono/utils/cookie";

export const readCookie = (header: string | null | undefined, name: string): string | undefined =>
  header ? parse(header, name)[name] : undefined;
