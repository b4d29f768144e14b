import { z } from "zod";
import { AppError } from "#core/errors.ts";
import { HERO_CLAIMS, type HeroStat } from "#core/hero-claims.ts";
import { SITE_NAME } from "#core/site.ts";
import {
  CLAIM_FIGURE_MAX,
  CLAIM_LABEL_MAX,
  FOOTER_ABOUT_MAX,
  FOOTER_NOTE_MAX,
  HEADLINE_MAX,
  LEAD_MAX,
  PAGE_TEXT_MAX,
  type SectionName,
  SITE_NAME_MAX,
} from "./constants.ts";
import {
  color,
  emailAddress,
  imageDigest,
  integer,
  line,
  lineOrNull,
  onOff,
  pixels,
  signUpChoice,
  text,
} from "./fields.ts";

const figure = line(CLAIM_FIGURE_MAX);
const label = line(CLAIM_LABEL_MAX);
const image = { image: imageDigest, width: pixels, height: pixels };

/** Sections have no nested fields, so that a field's name identifies its error. */
const SCHEMAS = {
  general: z.object({ siteName: line(SITE_NAME_MAX), adminEmail: emailAddress }),
  logo: z.object(image),
  favicon: z.object(image),
  accent: z.object({ color }),
  welcome: z.object({ headline: lineOrNull(HEADLINE_MAX), lead: lineOrNull(LEAD_MAX) }),
  hero: z.object({
    figure1: figure,
    label1: label,
    figure2: figure,
    label2: label,
    figure3: figure,
    label3: label,
    figure4: figure,
    label4: label,
  }),
  footer: z.object({ about: line(FOOTER_ABOUT_MAX, 0), note: line(FOOTER_NOTE_MAX, 0) }),
  features: z.object({ signUp: signUpChoice, aiTools: onOff, demoHint: onOff }),
  invitations: z.object({ members: onOff, perDay: integer(1, 100) }),
  ai: z.object({
    visitorPerMinute: integer(1, 100_000),
    visitorPerDay: integer(1, 100_000),
    memberPerMinute: integer(1, 100_000),
    memberPerDay: integer(1, 100_000),
    sitePerDay: integer(1, 10_000_000),
  }),
  privacy: z.object({ text: text(PAGE_TEXT_MAX) }),
  terms: z.object({ text: text(PAGE_TEXT_MAX) }),
  setup: z.object({ dismissed: onOff }),
} satisfies Record<SectionName, z.ZodObject>;

export type SectionValues = { readonly [S in SectionName]: Readonly<z.output<(typeof SCHEMAS)[S]>> };

export const isSection = (name: string): name is SectionName => Object.hasOwn(SCHEMAS, name);

const FOOTER_ABOUT = "A self-hosted community for crypto, AI and quantum technology.";

const defaultClaims = Object.fromEntries(
  HERO_CLAIMS.flatMap((claim, index) => [
    [`figure${index + 1}`, claim.figure],
    [`label${index + 1}`, claim.label],
  ]),
) as SectionValues["hero"];

/** The values before anything is saved. Null means the environment's or the built-in value, or none. */
export const DEFAULT_VALUES: SectionValues = {
  general: { siteName: SITE_NAME, adminEmail: null },
  logo: { image: null, width: null, height: null },
  favicon: { image: null, width: null, height: null },
  accent: { color: null },
  welcome: { headline: null, lead: null },
  hero: defaultClaims,
  footer: { about: FOOTER_ABOUT, note: "" },
  features: { signUp: null, aiTools: true, demoHint: true },
  invitations: { members: false, perDay: null },
  ai: {
    visitorPerMinute: null,
    visitorPerDay: null,
    memberPerMinute: null,
    memberPerDay: null,
    sitePerDay: null,
  },
  privacy: { text: null },
  terms: { text: null },
  setup: { dismissed: false },
};

/** Parses a section's form. Throws invalid_input with a message per field. */
export function parseSection<S extends SectionName>(section: S, input: Readonly<Record<string, string>>) {
  const parsed = SCHEMAS[section].safeParse(input);
  if (parsed.success) return parsed.data as SectionValues[S];
  const fieldErrors: Record<string, string> = {};
  for (const { path, message } of parsed.error.issues) fieldErrors[String(path[0])] ??= message;
  throw new AppError("invalid_input", { fieldErrors });
}

/** Parses a stored section. Missing or invalid values, for example from another version, fall back to the defaults. */
export function parseStoredSection<S extends SectionName>(
  section: S,
  storedSection: unknown,
): SectionValues[S] {
  const storedValues =
    typeof storedSection === "object" && storedSection !== null
      ? (storedSection as Record<string, unknown>)
      : {};
  const values = { ...DEFAULT_VALUES[section] } as Record<string, unknown>;
  for (const [name, schema] of Object.entries(SCHEMAS[section].shape)) {
    const parsed = Object.hasOwn(storedValues, name) ? schema.safeParse(storedValues[name]) : undefined;
    if (parsed?.success) values[name] = parsed.data;
  }
  return values as SectionValues[S];
}

export const toClaims = (hero: SectionValues["hero"]): readonly HeroStat[] => [
  { figure: hero.figure1, label: hero.label1 },
  { figure: hero.figure2, label: hero.label2 },
  { figure: hero.figure3, label: hero.label3 },
  { figure: hero.figure4, label: hero.label4 },
];
