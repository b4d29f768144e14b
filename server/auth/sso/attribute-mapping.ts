import { AuthError } from "#core/accounts/auth-errors.ts";
import type { Metadata } from "../tables.ts";

interface AttributeSource {
  readonly name?: string;
  readonly names?: readonly string[];
  readonly default?: unknown;
  /** Whether to use all values, as an array, instead of only the first. */
  readonly array?: boolean;
}

export type Attributes = Readonly<Record<string, readonly string[]>>;

const BYTES_MAX = 16_384;
const EMAIL_ATTRIBUTES = [
  "email",
  "mail",
  "urn:oid:0.9.2342.19200300.100.1.3",
  "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress",
];

/** Validates a mapping such as {keys: {full_name: {name: "displayName"}}}. Throws AuthError("validation_failed"). */
export function checkMapping(input: unknown): Metadata {
  if (input === undefined || input === null) return {};
  const isRecord = (value: unknown): value is Metadata =>
    typeof value === "object" && value !== null && !Array.isArray(value);
  const isOptionalText = (value: unknown) => value === undefined || typeof value === "string";
  const keys = isRecord(input) ? (input.keys ?? {}) : undefined;
  const isValid =
    isRecord(keys) &&
    Buffer.byteLength(JSON.stringify(input)) <= BYTES_MAX &&
    Object.values(keys).every(
      (source) =>
        isRecord(source) &&
        isOptionalText(source.name) &&
        (source.names === undefined || (Array.isArray(source.names) && source.names.every(isOptionalText))),
    );
  if (!isValid)
    throw new AuthError("validation_failed", {
      message: "attribute_mapping must be {keys: {key: {name, names, default, array}}}",
    });
  return input as Metadata;
}

/** Builds a user's metadata from an assertion's attributes. */
export function mapAttributes(mapping: Metadata, attributes: Attributes): Metadata {
  const metadata: Metadata = {};
  for (const [key, source] of Object.entries(getSources(mapping))) {
    const values = getValues(source, attributes);
    const value = source.array && values.length > 0 ? values : (values[0] ?? source.default);
    if (value !== undefined) metadata[key] = value;
  }
  return metadata;
}

/** Finds the email address, using the mapping for "email" if there is one, otherwise common attribute names. */
export function getEmail(mapping: Metadata, attributes: Attributes): string | undefined {
  const source = getSources(mapping).email ?? { names: EMAIL_ATTRIBUTES };
  return getValues(source, attributes)[0];
}

const getSources = (mapping: Metadata) => (mapping.keys ?? {}) as Record<string, AttributeSource>;

const getValues = ({ name, names = [] }: AttributeSource, attributes: Attributes): readonly string[] =>
  [...(name === undefined ? [] : [name]), ...names]
    .map((name) => (Object.hasOwn(attributes, name) ? (attributes[name] ?? []) : []))
    .find((values) => values.length > 0) ?? [];
