import { buildIconPath, buildLogoPath } from "#core/settings/branding.ts";
import { BRAND_IMAGE_MAX_BYTES, FAVICON_MIN_SIZE, type ImageSection } from "#core/settings/constants.ts";
import type { SavedSection } from "#core/settings/types.ts";
import { Field } from "#web/ui/field.tsx";
import { SectionForm } from "./section-form.tsx";
import { ThemePanels } from "./theme-panels.tsx";

/** The only admin route that accepts request bodies as large as an image. */
const UPLOAD_ACTION = "/admin/branding";
const TEXTS = {
  logo: {
    lead: "Shown in the header, the footer and link preview images.",
    hint: "A logo more than twice as wide as it is tall replaces the site's name. It must be visible in both themes.",
  },
  favicon: {
    lead: "Shown in browser tabs and on home screens.",
    hint: `Square, at least ${FAVICON_MIN_SIZE} × ${FAVICON_MIN_SIZE} pixels.`,
  },
} as const;

export function ImageForm({ section, saved }: { section: ImageSection; saved: SavedSection<ImageSection> }) {
  const { lead, hint } = TEXTS[section];
  const { image } = saved.values;
  return (
    <SectionForm
      section={section}
      lead={lead}
      saved={saved}
      uploadAction={UPLOAD_ACTION}
      saveLabel="Upload"
      resetLabel={image === null ? false : "Reset to default"}
    >
      {({ fieldErrors }) => (
        <>
          {image === null ? null : <CurrentImage section={section} values={saved.values} image={image} />}
          <Field
            label="Image"
            hint={`PNG, JPEG or WebP, at most ${BRAND_IMAGE_MAX_BYTES / 1_000_000} MB. ${hint}`}
            error={fieldErrors.picture ?? fieldErrors.image}
          >
            {(controlProps) => (
              <input
                {...controlProps}
                type="file"
                name="picture"
                accept="image/png,image/jpeg,image/webp"
                required
                className="block w-full text-sm file:me-3 file:h-9 file:cursor-pointer file:rounded-md file:border file:border-line-strong file:bg-surface file:px-3 file:font-semibold file:text-text"
              />
            )}
          </Field>
        </>
      )}
    </SectionForm>
  );
}

interface CurrentImageProps {
  readonly section: ImageSection;
  readonly values: SavedSection<ImageSection>["values"];
  readonly image: string;
}

function CurrentImage({ section, values: { width, height }, image }: CurrentImageProps) {
  const size = 40;
  const imageProps =
    section === "logo"
      ? { src: buildLogoPath(image), width: Math.round((size * (width ?? 1)) / (height ?? 1)), height: size }
      : { src: buildIconPath(image, 192), width: size, height: size };
  return (
    <ThemePanels>
      {(theme) => (
        <img {...imageProps} alt={`Current ${section} in the ${theme} theme`} className="max-w-full" />
      )}
    </ThemePanels>
  );
}
