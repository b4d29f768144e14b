import { z } from "zod";
import { parseEmail } from "#core/accounts/email.ts";
import { blankToEmpty } from "#core/text.ts";
import { INVALID_COLOR, parseColor } from "./accent.ts";

// Each schema parses both a form's text and a stored value. Administrators see its error messages.

const normalize = (input: unknown) =>
  typeof input === "string"
    ? blankToEmpty(input.toWellFormed().replaceAll("\0", "\uFFFD").replace(/\r\n?/g, "\n").trim())
    : input;

const normalizeOrNull = (input: unknown) => {
  const text = normalize(input);
  return text === "" || text === undefined ? null : text;
};

const isOneLine = (text: string) => !/[\p{Cc}\u2028\u2029]/u.test(text);

/** One line. With `min` 0 it may be empty. */
export const line = (max: number, min: 0 | 1 = 1) =>
  z.preprocess(
    normalize,
    z
      .string("Enter some text.")
      .min(min, "Enter some text.")
      .max(max, `This can have at most ${max} characters.`)
      .refine(isOneLine, "Use a single line."),
  );

/** One line; empty is null and means the default. */
export const lineOrNull = (max: number) =>
  z.preprocess(
    normalizeOrNull,
    z
      .string()
      .max(max, `This can have at most ${max} characters.`)
      .refine(isOneLine, "Use a single line.")
      .nullable(),
  );

/** #rrggbb; empty is null and means the default. */
export const color = z.preprocess(
  normalizeOrNull,
  z
    .string()
    .refine((input) => parseColor(input) !== null, INVALID_COLOR)
    .transform(parseColor)
    .nullable(),
);

/** The digest of an uploaded image; null if there is none. */
export const imageDigest = z
  .string()
  .regex(/^[\da-f]{16}$/)
  .nullable();
/** The width or height of an uploaded image; null if there is none. */
export const pixels = z.int().min(1).max(1_000).nullable();

/** Several lines; empty is null and means the default. */
export const text = (max: number) =>
  z.preprocess(
    normalizeOrNull,
    z
      .string()
      .max(max, `This can have at most ${max.toLocaleString("en")} characters.`)
      .nullable(),
  );

/** An email address; empty is null. */
export const emailAddress = z.preprocess(
  normalizeOrNull,
  z
    .string()
    .refine((input) => "email" in parseEmail(input), "Enter an email address like name@example.org.")
    .transform((input) => input.toLowerCase())
    .nullable(),
);

/** An integer; empty is null and means the environment's or the built-in value. */
export const integer = (min: number, max: number) => {
  const message = `Enter a whole number from ${min} to ${max.toLocaleString("en")}.`;
  return z.preprocess((input) => {
    const text = normalizeOrNull(input);
    return typeof text === "string" && /^\d{1,15}$/.test(text) ? Number(text) : text;
  }, z.number(message).int(message).min(min, message).max(max, message).nullable());
};

const SWITCHES: Readonly<Record<string, boolean | null>> = { on: true, off: false, "": null };

const parseSwitch = (input: unknown) => (typeof input === "string" ? SWITCHES[input] : input);

/** On or off; a missing value is an error. */
export const onOff = z.preprocess(parseSwitch, z.boolean("Choose an option."));
/** On, off, "invited", or null for the environment's value. */
export const signUpChoice = z.preprocess(
  (input) => (input === "invited" ? input : parseSwitch(input)),
  z.union([z.boolean(), z.literal("invited")], "Choose an option.").nullable(),
);
