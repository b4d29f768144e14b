import { type Argon2Parameters, argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { AuthError } from "#core/accounts/auth-errors.ts";

const argon2Async = promisify(argon2) as (kind: "argon2id", options: Argon2Parameters) => Promise<Buffer>;

/** The argon2id cost of one hash. */
interface Work {
  readonly memoryKib: number;
  readonly passes: number;
}

/** OWASP's parameters for argon2id, with one lane. */
const WORK: Work = { memoryKib: 19_456, passes: 2 };
const LANES = 1;
const SALT_BYTES = 16;
const HASH_BYTES = 32;

/** Concurrent and queued hashes. Bounded, so that a flood of sign-ins can't use up memory or CPU. */
const MAX_CONCURRENT = 2;
const MAX_WAITING = 200;

export interface Passwords {
  /** A PHC string: $argon2id$v=19$m=19456,t=2,p=1$salt$hash. */
  hash(password: string): Promise<string>;
  /** Checks a password. Without a stored hash it does the same work and returns false. */
  verify(password: string, stored: string | null): Promise<boolean>;
}

/** `work` is the cost of new hashes, and of checks for accounts without one. Tests use less. */
export function createPasswords(work = WORK): Passwords {
  const runLimited = limitConcurrency(MAX_CONCURRENT, MAX_WAITING);
  const newCost = (): Cost => ({
    memory: work.memoryKib,
    passes: work.passes,
    lanes: LANES,
    salt: randomBytes(SALT_BYTES),
    hash: Buffer.alloc(HASH_BYTES),
  });

  async function derive(password: string, salt: Buffer, cost: Cost): Promise<Buffer> {
    return runLimited(() =>
      argon2Async("argon2id", {
        message: password,
        nonce: salt,
        memory: cost.memory,
        passes: cost.passes,
        parallelism: cost.lanes,
        tagLength: cost.hash.length,
      }),
    );
  }

  return {
    async hash(password) {
      const cost = newCost();
      const hash = await derive(password, cost.salt, cost);
      const parameters = `m=${cost.memory},t=${cost.passes},p=${cost.lanes}`;
      return `$argon2id$v=19$${parameters}$${phcBase64(cost.salt)}$${phcBase64(hash)}`;
    },

    async verify(password, stored) {
      const cost = stored === null ? undefined : parsePhc(stored);
      const { salt, hash, ...rest } = cost ?? newCost();
      const derived = await derive(password, salt, { ...rest, salt, hash });
      return cost !== undefined && timingSafeEqual(derived, hash);
    },
  };
}

interface Cost {
  readonly memory: number;
  readonly passes: number;
  readonly lanes: number;
  readonly salt: Buffer;
  readonly hash: Buffer;
}

function parsePhc(text: string): Cost | undefined {
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

const phcBase64 = (bytes: Buffer) => bytes.toString("base64").replaceAll("=", "");

function limitConcurrency(maxConcurrent: number, maxWaiting: number) {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= maxConcurrent) {
      if (waiting.length >= maxWaiting) throw new AuthError("over_request_rate_limit");
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await work();
    } finally {
      // Hands the slot directly to the next in line, so that no newcomer can take it.
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
