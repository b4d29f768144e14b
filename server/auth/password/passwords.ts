import { type Argon2Parameters, argon2, randomBytes } from "node:crypto";
import { promisify } from "node:util";
import { AuthError } from "#core/accounts/auth-errors.ts";
import { isSameSecret } from "#server/platform/is-same-secret.ts";
import { limitConcurrency } from "#server/platform/limit-concurrency.ts";

const argon2Async = promisify(argon2) as (kind: "argon2id", options: Argon2Parameters) => Promise<Buffer>;

/** OWASP's parameters for argon2id, with one lane. */
const DEFAULT_PARAMS = { memoryKib: 19_456, passes: 2 };
const LANES = 1;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** The limits on concurrent and waiting hashes, so that a flood of sign-ins can't use up memory or CPU. */
const CONCURRENT_MAX = 2;
const WAITING_MAX = 200;

export type Passwords = ReturnType<typeof createPasswords>;

/**
 * `params` applies to new hashes, and to dummy checks for accounts without a password. Tests use a lower cost.
 * `hash` and `verify` throw AuthError("over_request_rate_limit") if too many passwords are waiting to be hashed.
 */
export function createPasswords(params = DEFAULT_PARAMS) {
  const runInTurn = limitConcurrency(CONCURRENT_MAX);
  let pendingCount = 0;
  const createHashTemplate = (): StoredHash => ({
    memory: params.memoryKib,
    passes: params.passes,
    lanes: LANES,
    salt: randomBytes(SALT_BYTES),
    hash: Buffer.alloc(HASH_BYTES),
  });

  async function derive(message: string, { salt, memory, passes, lanes, hash }: StoredHash) {
    if (pendingCount >= CONCURRENT_MAX + WAITING_MAX) throw new AuthError("over_request_rate_limit");
    pendingCount += 1;
    const parameters = { memory, passes, parallelism: lanes, tagLength: hash.length };
    return runInTurn(() => argon2Async("argon2id", { message, nonce: salt, ...parameters })).finally(() => {
      pendingCount -= 1;
    });
  }

  return {
    /** Returns a PHC string: $argon2id$v=19$m=19456,t=2,p=1$salt$hash. */
    async hash(password: string) {
      const template = createHashTemplate();
      const hash = await derive(password, template);
      const parameters = `m=${template.memory},t=${template.passes},p=${template.lanes}`;
      return `$argon2id$v=19$${parameters}$${encodeBase64(template.salt)}$${encodeBase64(hash)}`;
    },

    /** Checks a password. Without a valid stored hash, takes just as long and returns false. */
    async verify(password: string, storedHash: string | null) {
      const parsedHash = storedHash === null ? undefined : parsePhc(storedHash);
      const template = parsedHash ?? createHashTemplate();
      const derivedHash = await derive(password, template);
      return parsedHash !== undefined && isSameSecret(derivedHash, template.hash);
    },
  };
}

interface StoredHash {
  readonly memory: number;
  readonly passes: number;
  readonly lanes: number;
  readonly salt: Buffer;
  readonly hash: Buffer;
}

function parsePhc(text: string): StoredHash | undefined {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([\w+/]+)\$([\w+/]+)$/.exec(text);
  if (!match) return undefined;
  const [, memory, passes, lanes, salt = "", hash = ""] = match;
  return {
    memory: Number(memory),
    passes: Number(passes),
    lanes: Number(lanes),
    salt: Buffer.from(salt, "base64"),
    hash: Buffer.from(hash, "base64"),
  };
}

const encodeBase64 = (bytes: Buffer) => bytes.toString("base64").replaceAll("=", "");
