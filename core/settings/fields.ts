import { z } from "zod";
import { parseEmail } from "#core/accounts/email.ts";
import { emptyIfBlank } from "#core/forum/text.ts";

/**
 * The types of a setting's value. Each parses both form input, which is text, and a stored value. Their issues
 * are shown to the administrator.
 */

const tidy = (given: unknown) =>
  typeof given === "string"
    ? emptyIfBlank(given.toWellFormed().replaceAll("\0", "\uFFFD").replace(/\r\n?/g, "\n").trim())
    : given;

const tidyOrNull = (given: unknown) => {
  const written = tidy(given);
  return written === "" || written === undefined ? null : written;
};

const isOneLine = (text: string) => !/[\p{Cc}\u2028\u2029]/u.test(text);

/** One line. With `least` 0 it may be empty. */
export const line = (most: number, least: 0 | 1 = 1) =>
  z.preprocess(
    tidy,
    z
      .string("Enter some text.")
      .min(least, "Enter some text.")
      .max(most, `Use at most ${most} characters.`)
      .refine(isOneLine, "Use a single line."),
  );

/** Several lines; empty is null and means the default. */
export const text = (most: number) =>
  z.preprocess(
    tidyOrNull,
    z
      .string()
      .max(most, `Use at most ${most.toLocaleString("en")} characters.`)
      .nullable(),
  );

/** An email address; empty is null. */
export const address = z.preprocess(
  tidyOrNull,
  z
    .string()
    .refine((given) => "email" in parseEmail(given), "Enter an email address like name@example.org.")
    .transform((given) => given.toLowerCase())
    .nullable(),
);

/** An integer; empty is null and means the environment's value. */
export const integer = (least: number, most: number) => {
  const message = `Enter a whole number from ${least} to ${most.toLocaleString("en")}.`;
  return z.preprocess((given) => {
    const written = tidyOrNull(given);
    return typeof written === "string" && /^\d{1,15}$/.test(written) ? Number(written) : written;
  }, z.number(message).int(message).min(least, message).max(most, message).nullable());
};

const SWITCHES: Readonly<Record<string, boolean | null>> = { on: true, off: false, "": null };

const readSwitch = (given: unknown) => (typeof given === "string" ? SWITCHES[given] : given);

/** On or off; a missing control is an error. */
export const onOff = z.preprocess(readSwitch, z.boolean("Choose an option."));
/** On, off, or null for the environment's value. */
export const choice = z.preprocess(readSwitch, z.boolean("Choose an option.").nullable());
