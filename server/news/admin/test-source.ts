import { sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import { AppError } from "#core/errors.ts";
import type { FeedTestResult } from "#core/news/admin-articles.ts";
import { parseSourceInput, type RawSourceInput } from "#core/news/source-input.ts";
import { addSource, DUPLICATE_URL_ERROR } from "../add-source.ts";
import type { NewsDeps } from "../deps.ts";
import { editSource, type SourceEdit } from "../edit-source.ts";
import { fetchSource } from "../ingest/fetch-source.ts";
import { SourceError, toSourceError } from "../ingest/source-error.ts";

const TITLES_MAX = 3;

/**
 * Fetches and parses a feed without storing anything. Throws not_signed_in, access_denied, missing_information,
 * invalid_input; the last two with fields, which include the reason that the feed can't be used.
 */
export async function testSource(
  deps: NewsDeps,
  viewer: Viewer,
  input: RawSourceInput,
): Promise<FeedTestResult> {
  requireAdmin(viewer);
  const { url } = parseSourceInput(input);
  try {
    const emptyValidators = { etag: null, last_modified: null, body_digest: null };
    const { body, url: feedUrl } = await fetchSource(deps, { url, ...emptyValidators });
    if (body === null) throw new SourceError("its server returned no content");
    const feed = await deps.reader.read({ ...body, url: feedUrl, now: deps.clock.now().toISOString() });
    const titles = feed.items.slice(0, TITLES_MAX).map(({ title }) => title);
    return { articleCount: feed.items.length, skipped: feed.skipped, titles };
  } catch (error) {
    const problem = toSourceError(error);
    if (!(problem instanceof SourceError)) throw error;
    throw new AppError("invalid_input", {
      fieldErrors: { url: `We can't use this feed: ${problem.message}.` },
    });
  }
}

/** Adds a source if its feed passes the test. Throws like testSource and addSource. */
export async function addTestedSource(deps: NewsDeps, viewer: Viewer, input: RawSourceInput) {
  requireAdmin(viewer);
  const { url } = parseSourceInput(input);
  const { rows } = await deps.database.db.execute(sql`select 1 from public.news_sources where url = ${url}`);
  if (rows.length > 0) throw new AppError("invalid_input", { fieldErrors: DUPLICATE_URL_ERROR });
  const testResult = await testSource(deps, viewer, input);
  return { ...(await addSource(deps, viewer, input)), testResult };
}

/** Edits a source. If its URL is new, the feed is tested first. Throws like testSource and editSource. */
export async function editTestedSource(deps: NewsDeps, viewer: Viewer, edit: SourceEdit): Promise<void> {
  requireAdmin(viewer);
  const { url } = parseSourceInput(edit);
  const { rows } = await deps.database.db.execute(sql`select 1 from public.news_sources where url = ${url}`);
  // A URL that a source already has is either unchanged or rejected by editSource.
  if (rows.length === 0) await testSource(deps, viewer, edit);
  await editSource(deps, viewer, edit);
}
