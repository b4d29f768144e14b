import type { Viewer } from "#core/accounts/member.ts";
import { requireAdmin } from "#core/admin/rules.ts";
import { AppError } from "#core/errors.ts";
import { isImageSection } from "#core/settings/constants.ts";
import { DEFAULT_VALUES } from "#core/settings/sections.ts";
import type { SettingsDeps } from "./deps.ts";
import { encodeBrandImage } from "./encode-brand-image.ts";
import { parseVersion, writeSection } from "./save-section.ts";

export interface ImageInput {
  readonly section: string;
  /** The section's version when the form was loaded, as digits. */
  readonly version: string;
  /** The uploaded file; null resets the section to the built-in image. */
  readonly bytes: Uint8Array | null;
}

/**
 * Saves a logo or favicon. The files are in the section's row, because they are small, change together, and are needed
 * on every machine that uses the database. Throws not_signed_in, access_denied, step_up_required, invalid_input,
 * settings_changed.
 */
export async function saveImage(deps: SettingsDeps, viewer: Viewer, input: ImageInput): Promise<void> {
  requireAdmin(viewer);
  await deps.auth.requireStepUp(viewer);
  const { section, bytes } = input;
  if (!isImageSection(section)) throw new AppError("invalid_input");
  const version = parseVersion(input.version);
  if (bytes === null)
    return writeSection(deps, viewer, { section, version, values: DEFAULT_VALUES[section] });
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const { digest, width, height, files } = await encodeBrandImage(section, buffer, viewer.id);
  await writeSection(deps, viewer, {
    section,
    version,
    values: { image: digest, width, height },
    files: Object.fromEntries(Object.entries(files).map(([name, file]) => [name, file.toString("base64")])),
  });
}
