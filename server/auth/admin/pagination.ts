import type { Context } from "hono";
import { createValidationError } from "../request-body.ts";

const PER_PAGE_DEFAULT = 50;
const PER_PAGE_MAX = 1_000;
/** Later pages would be empty, and their offset might not fit into PostgreSQL's bigint. */
const PAGE_MAX = 1_000_000_000;

export interface PageQuery {
  readonly page: number;
  readonly perPage: number;
}

/** Reads which page of a list is requested. Numbers with more digits than `digitsMax` are refused. */
export function readPageQuery(c: Context, { digitsMax }: { readonly digitsMax: number }): PageQuery {
  /** An empty value and zero mean the default. */
  const read = (name: string, defaultValue: number) => {
    const input = c.req.query(name);
    if (!input) return defaultValue;
    if (!/^\d+$/.test(input) || input.length > digitsMax)
      throw createValidationError(`Bad Pagination Parameters: ${name} must be a non-negative integer`);
    return Number(input) || defaultValue;
  };
  const page = Math.min(read("page", 1), PAGE_MAX);
  return { page, perPage: Math.min(read("per_page", PER_PAGE_DEFAULT), PER_PAGE_MAX) };
}

/** Builds the headers with the total and the page links. The official client expects `page` as the first parameter. */
export function buildPageHeaders(
  path: string,
  { page, perPage }: PageQuery,
  total: number,
  otherParameters: readonly string[] = [],
) {
  const lastPage = Math.max(1, Math.ceil(total / perPage));
  const buildLink = (target: number, rel: string) =>
    `<${[`${path}?page=${target}`, `per_page=${perPage}`, ...otherParameters].join("&")}>; rel="${rel}"`;
  const links = [...(page < lastPage ? [buildLink(page + 1, "next")] : []), buildLink(lastPage, "last")];
  return { "x-total-count": String(total), link: links.join(", ") };
}
