import { sql } from "drizzle-orm";
import type { Viewer } from "#core/accounts/member.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import { AppError } from "#core/errors.ts";
import { SECTION_TITLES, type SectionName } from "#core/settings/names.ts";
import { DEFAULT_VALUES, isSection, readSection, readStored } from "#core/settings/sections.ts";
import { PAGE_KINDS, type PageKind } from "#core/settings/types.ts";
import { recordAuditEvent } from "#server/audit/index.ts";
import type { Tx } from "#server/database/index.ts";
import { lockAdminRole } from "#server/profiles/index.ts";
import type { SettingsDeps } from "./deps.ts";

export interface GivenSection {
  readonly section: string;
  /** The section's version when the form was loaded; digits. */
  readonly version: string;
  /** By field name. */
  readonly values: Readonly<Record<string, string>>;
}

type Values = Readonly<Record<string, unknown>>;

/**
 * Saves a section, with immediate effect in every process on the database. If the version isn't the current
 * one, refuses and says what was saved in between, and by whom. Throws AppError: not_signed_in, access_denied,
 * sign_in_again, invalid_input, settings_changed.
 */
export async function saveSection(deps: SettingsDeps, viewer: Viewer, given: GivenSection): Promise<void> {
  requireAdmin(viewer);
  await deps.auth.requireFresh(viewer);
  const { section } = given;
  if (!isSection(section) || !/^\d{1,9}$/.test(given.version)) throw new AppError("invalid_input");
  const version = Number(given.version);
  const values = dropBuiltInText(deps, section, readSection(section, given.values));

  await deps.database.db.transaction(async (tx) => {
    await lockAdminRole(tx, viewer, deps.clock.now());
    const current = await lockSection(tx, section);
    const before: Values = readStored(section, current?.value);
    const changed = Object.keys(values).filter((name) => values[name] !== before[name]);
    if (changed.length === 0) return;
    if ((current?.version ?? 0) !== version) throw conflictError(current?.changed_by_name, before, changed);
    const { rowCount } = await tx.execute(sql`
      insert into public.site_settings (section, value, version, changed_at, changed_by, changed_by_name)
      values (${section}, ${JSON.stringify(values)}::jsonb, 1, ${deps.clock.now().toISOString()}, ${viewer.id},
        ${viewer.username})
      on conflict (section) do update set value = excluded.value, version = site_settings.version + 1,
        changed_at = excluded.changed_at, changed_by = excluded.changed_by, changed_by_name = excluded.changed_by_name
      where site_settings.version = ${version}`);
    // On a concurrent first save there was no row to lock.
    if (rowCount === 0) {
      const other = await lockSection(tx, section);
      throw conflictError(other?.changed_by_name, readStored(section, other?.value), changed);
    }
    await recordAuditEvent(tx, viewer, {
      action: "setting.change",
      target: { kind: "setting", id: section, name: SECTION_TITLES[section] },
      before: toLogEntry(before, changed),
      after: toLogEntry(values, changed),
    });
    await deps.announcements.publish(tx, "settings", {});
  });
  // Notifications arrive a little later, but the author must see the change on the next page. The section is
  // saved, so a failed read is no error: the next page reads it.
  await deps.store.refresh().catch(() => {});
}

/** An unchanged built-in text isn't stored, so that later versions can improve it. */
function dropBuiltInText(deps: SettingsDeps, section: SectionName, values: Values): Values {
  const kind = PAGE_KINDS.find((one): one is PageKind => one === section);
  return kind && values.text === deps.builtInTexts[kind] ? DEFAULT_VALUES[kind] : values;
}

interface SectionRow extends Record<string, unknown> {
  value: unknown;
  version: number;
  changed_by_name: string;
}

async function lockSection(tx: Tx, section: SectionName): Promise<SectionRow | undefined> {
  const { rows } = await tx.execute<SectionRow>(
    sql`select value, version, changed_by_name from public.site_settings where section = ${section} for update`,
  );
  return rows[0];
}

/** The changed values by field name in words: "site name". */
const toLogEntry = (values: Values, names: readonly string[]): Values =>
  Object.fromEntries(
    names.map((name) => [name.replace(/[A-Z]|\d/g, (at) => ` ${at.toLowerCase()}`), values[name]]),
  );

/** The refusal, with the current value next to each field that would be overwritten. */
function conflictError(who = "Another administrator", saved: Values, names: readonly string[]): AppError {
  const fields = names.map((name) => [
    name,
    `${who} has just saved ${describeValue(saved[name])}. Save again to replace it.`,
  ]);
  return new AppError("settings_changed", { fields: Object.fromEntries(fields) });
}

function describeValue(value: unknown): string {
  if (value === null || value === "") return "an empty value";
  if (typeof value === "boolean") return value ? "“On”" : "“Off”";
  const text = String(value);
  return text.length > 100
    ? `a different text (${text.length.toLocaleString("en")} characters)`
    : `“${text}”`;
}
