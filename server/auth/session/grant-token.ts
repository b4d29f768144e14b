import { AuthError } from "#core/accounts/auth-errors.ts";
import type { AuthSession } from "#core/accounts/session.ts";
import { getClientInfo } from "../client-info.ts";
import type { AuthDeps, ClientInfo } from "../deps.ts";
import type { AuthHandler } from "../handler.ts";
import { handleIdTokenGrant } from "../oauth/grant-id-token.ts";
import { type Body, readBody, readTextField, readTextFields } from "../request-body.ts";
import { handleWeb3Grant } from "../web3/grant-web3.ts";
import { exchangeCode } from "./exchange-code.ts";
import { refreshSession } from "./refresh-session.ts";
import { signInWithPassword } from "./sign-in-with-password.ts";

type Grant = (auth: AuthDeps, body: Body, client: ClientInfo) => Promise<AuthSession>;

/** The grants of POST /token, by `grant_type`, except the two that have their own handlers. */
const GRANTS: Readonly<Record<string, Grant>> = {
  password: (auth, body, client) =>
    signInWithPassword(auth, readTextFields(body, "email", "phone", "password"), client),
  refresh_token: (auth, body, client) => refreshSession(auth, readTextField(body, "refresh_token"), client),
  pkce: (auth, body, client) =>
    exchangeCode(
      auth,
      { code: readTextField(body, "auth_code"), verifier: readTextField(body, "code_verifier") },
      client,
    ),
};

export const handleToken: AuthHandler = async (c, auth) => {
  const name = c.req.query("grant_type") ?? "";
  if (name === "web3") return handleWeb3Grant(c, auth);
  if (name === "id_token") return handleIdTokenGrant(c, auth);
  const grant = Object.hasOwn(GRANTS, name) ? GRANTS[name] : undefined;
  if (!grant) throw new AuthError("invalid_credentials", { message: "unsupported_grant_type" });
  return c.json(await grant(auth, await readBody(c), getClientInfo(c, auth)));
};
