import { INTRODUCTION, type WalletMessage } from "#core/accounts/wallet-message.ts";

const DOMAIN = /^(?:([a-z][a-z0-9+.-]*):\/\/)?((?:[a-z0-9._-]+|\[[0-9a-f:]+\])(?::\d{1,5})?)$/i;
const ADDRESS = /^0x[0-9a-f]{40}$/i;
const NONCE = /^[\x21-\x7e]{8,200}$/;
const CHAIN_ID = /^[1-9]\d{0,13}$/;
const DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/;

/**
 * Parses a message as EIP-4361 defines it: each line must be in its place, so that no text in the statement can be
 * mistaken for a field. The official Supabase client omits the nonce. Returns the address in lower case, or null if
 * the message is malformed.
 */
export function parseWalletMessage(text: string): WalletMessage | null {
  const lines = text.split("\n");
  const [introduction = "", address = "", blank, ...rest] = lines;
  if (!introduction.endsWith(INTRODUCTION) || blank !== "" || !ADDRESS.test(address)) return null;
  const [, scheme, domain] = DOMAIN.exec(introduction.slice(0, -INTRODUCTION.length)) ?? [];
  if (domain === undefined) return null;
  const statement = rest[0] === "" ? undefined : rest.shift();
  if (rest.shift() !== "") return null;

  const readOptional = (name: string) => {
    if (!rest[0]?.startsWith(`${name}: `)) return undefined;
    return rest.shift()?.slice(name.length + 2);
  };
  const uri = readOptional("URI");
  const version = readOptional("Version");
  const chainId = readOptional("Chain ID");
  const nonce = readOptional("Nonce");
  const issuedAt = parseTime(readOptional("Issued At"));
  const expirationTime = parseTime(readOptional("Expiration Time"));
  const notBefore = parseTime(readOptional("Not Before"));
  readOptional("Request ID");
  if (rest[0] === "Resources:") {
    rest.shift();
    while (rest[0]?.startsWith("- ")) rest.shift();
  }
  if (rest.length > 0 || version !== "1" || uri === undefined || !URL.canParse(uri)) return null;
  if (chainId === undefined || !CHAIN_ID.test(chainId)) return null;
  if (nonce !== undefined && !NONCE.test(nonce)) return null;
  if (!issuedAt || expirationTime === null || notBefore === null) return null;
  return {
    scheme: scheme?.toLowerCase(),
    domain: domain.toLowerCase(),
    address: address.toLowerCase(),
    statement,
    uri,
    chainId: Number(chainId),
    nonce,
    issuedAt,
    expirationTime,
    notBefore,
  };
}

/** Parses a time. Undefined if there is none, and null if it is invalid. */
function parseTime(text: string | undefined): Date | null | undefined {
  if (text === undefined) return undefined;
  const time = new Date(text);
  return DATE_TIME.test(text) && !Number.isNaN(time.getTime()) ? time : null;
}
