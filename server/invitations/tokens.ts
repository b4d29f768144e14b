import { createHash, randomBytes } from "node:crypto";

/** 192 random bits: 32 characters, short enough to read in an email. */
const TOKEN_BYTES = 24;

export const createToken = (): string => randomBytes(TOKEN_BYTES).toString("base64url");

/** A plain hash is enough, because the token can't be guessed. */
export const hashToken = (token: string): Buffer => createHash("sha256").update(token).digest();

export const buildLink = (publicUrl: string, token: string): string => `${publicUrl}/invite/${token}`;
