import { sql } from "drizzle-orm";
import type { Member, Viewer } from "#core/accounts/member.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import { AppError } from "#core/errors.ts";
import { isImageSection, SECTION_TITLES, type SectionName } from "#core/settings/constants.ts";
import { DEFAULT_VALUES, isSection, parseSection, parseStoredSection } from "#core/settings/sections.ts";
import { PAGE_KINDS, type PageKind } from "#core/settings/types.ts";
import { recordAuditEvent } from "#server/audit/index.ts";
import type { Tx } from "#server/database/index.ts";
import { lockAdminRole } from "#server/profiles/index.ts";
import type { SettingsDeps } from "./deps.ts";

export interface SectionInput {
  readonly section: string;
  /** The section's version when the form was loaded, as digits. */
  readonly version: string;
  readonly values: Readonly<Record<string, string>>;
}

type Values = Readonly<Record<string, unknown>>;

/**
 * Throws not_signed_in, access_denied, step_up_required, invalid_input, and settings_changed if the section has been
 * saved with different values since `version`.
 */
export async function saveSection(deps: SettingsDeps, viewer: Viewer, input: SectionInput): Promise<void> {
  requireAdmin(viewer);
  await deps.auth.requireStepUp(viewer);
  const { section } = input;
  // Images are saved with their files (save-image.ts).
  if (!isSection(section) || isImageSection(section)) throw new AppError("invalid_input");
  const values = dropBuiltInText(deps, section, parseSection(section, input.values));
  await writeSection(deps, viewer, { section, version: parseVersion(input.version), values });
}

/** Throws invalid_input. */
export function parseVersion(version: string): number {
  if (!/^\d{1,9}$/.test(version)) throw new AppError("invalid_input");
  return Number(version);
}

interface SectionChange {
  readonly section: SectionName;
  readonly version: number;
  readonly values: Values;
  /** The files by name, in Base64. They are stored next to the values and read one at a time. */
  readonly files?: Readonly<Record<string, string>>;
}

/** Throws access_denied, settings_changed. */
export async function writeSection(
  deps: SettingsDeps,
  viewer: Member,
  { section, version, values, files }: SectionChange,
): Promise<void> {
  await deps.database.db.transaction(async (tx) => {
    await lockAdminRole(tx, viewer, deps.clock.now());
    const currentRow = await lockSection(tx, section);
    const previousValues: Values = parseStoredSection(section, currentRow?.value);
    const changedNames = Object.keys(values).filter((name) => values[name] !== previousValues[name]);
    if (changedNames.length === 0) return;
    if ((currentRow?.version ?? 0) !== version)
      throw createConflictError(currentRow?.changed_by_name, previousValues, changedNames);
    const { rowCount } = await tx.execute(sql`
      insert into public.site_settings (section, value, version, changed_at, changed_by, changed_by_name)
      values (${section}, ${JSON.stringify(files ? { ...values, files } : values)}::jsonb, 1, ${deps.clock.now().toISOString()}, ${viewer.id},
        ${viewer.username})
      on conflict (section) do update set value = excluded.value, version = site_settings.version + 1,
        changed_at = excluded.changed_at, changed_by = excluded.changed_by, changed_by_name = excluded.changed_by_name
      where site_settings.version = ${version}`);
    // On a concurrent first save, there was no row to lock.
    if (rowCount === 0) {
      const latest = await lockSection(tx, section);
      throw createConflictError(
        latest?.changed_by_name,
        parseStoredSection(section, latest?.value),
        changedNames,
      );
    }
    await recordAuditEvent(tx, viewer, {
      action: "setting.change",
      target: { kind: "setting", id: section, name: SECTION_TITLES[section] },
      before: toLogEntry(previousValues, changedNames),
      after: toLogEntry(values, changedNames),
    });
    await deps.announcements.publish(tx, "settings", {});
  });
  // The announcement arrives slightly later, but the administrator must see the change on the next page. A failed
  // read isn't an error, because the section has been saved and the next page reads it again.
  await deps.store.refresh().catch(() => {});
}

/** Drops built-in text that is unchanged instead of storing it, so that later versions can improve it. */
function dropBuiltInText(deps: SettingsDeps, section: SectionName, values: Values): Values {
  const kind = PAGE_KINDS.find((pageKind): pageKind is PageKind => pageKind === section);
  return kind && values.text === deps.builtInTexts[kind] ? DEFAULT_VALUES[kind] : values;
}

interface SectionRow extends Record<string, unknown> {
  value: unknown;
  version: number;
  changed_by_name: string;
}

async function lockSection(tx: Tx, section: SectionName): Promise<SectionRow | undefined> {
  const { rows } = await tx.execute<SectionRow>(
    sql`select value - 'files' as value, version, changed_by_name from public.site_settings where section = ${section} for update`,
  );
  return rows[0];
}

/** Returns the changed values by readable field name, such as "site name". */
const toLogEntry = (values: Values, names: readonly string[]): Values =>
  Object.fromEntries(
    names.map((name) => [name.replace(/[A-Z]|\d/g, (match) => ` ${match.toLowerCase()}`), values[name]]),
  );

/** Creates the error, with the current value next to each field that would be overwritten. */
function createConflictError(changedBy = "Another administrator", current: Values, names: readonly string[]) {
  const fields = names.map((name) => [
    name,
    `${changedBy} has just saved ${describeValue(current[name], name)}. Save again to replace it.`,
  ]);
  return new AppError("settings_changed", { fieldErrors: Object.fromEntries(fields) });
}

/** The labels of choices other than on and off (web/admin/settings/feature-forms.tsx). */
const CHOICE_LABELS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  signUp: { null: "Default", true: "Open", invited: "By invitation only", false: "Closed" },
  members: { true: "Administrators and trusted members", false: "Administrators" },
};

function describeValue(value: unknown, name: string): string {
  const choice = CHOICE_LABELS[name]?.[String(value)];
  if (choice !== undefined) return `“${choice}”`;
  if (name === "image") return value === null ? "the built-in image" : "another image";
  if (name === "text" && value === null) return "the built-in text";
  if (value === null || value === "") return "an empty value";
  if (typeof value === "boolean") return value ? "“On”" : "“Off”";
  const text = String(value);
  return text.length > 100
    ? `a different text (${text.length.toLocaleString("en")} characters)`
    : `“${text}”`;
}
