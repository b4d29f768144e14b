import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import * as openid from "openid-client";
import { SERVICE_KEY } from "./program.ts";
import type { Site } from "./site.ts";

/** A small web app that signs its users in with their accounts on the site, through openid-client. */
export interface ConnectedApp {
  readonly url: string;
  readonly name: string;
  /** Asks the site for the profile of the user who signed in last. Fails if access was revoked. */
  readUser(): Promise<unknown>;
  stop(): Promise<void>;
}

export async function startConnectedApp(site: Site, name = "Sample shop"): Promise<ConnectedApp> {
  let handle: (requestUrl: URL, response: ServerResponse) => Promise<void> = async () => {};
  const server = createServer((request, response) => {
    handle(new URL(request.url ?? "/", url), response).catch((error: unknown) => {
      const { error: code } = error as { error?: string };
      respond(response, `Not signed in: ${code ?? String(error)}`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const callbackUrl = `${url}/callback`;
  const registration = await site.call<{ client_id: string; client_secret: string }>(
    "POST",
    "/admin/oauth/clients",
    { client_name: name, client_uri: url, redirect_uris: [callbackUrl] },
    SERVICE_KEY,
  );
  const client = await openid.discovery(
    new URL(`${site.url}/auth/v1`),
    registration.client_id,
    registration.client_secret,
    undefined,
    { execute: [openid.allowInsecureRequests] },
  );
  const verifier = openid.randomPKCECodeVerifier();
  let [state, token] = ["", ""];
  handle = async (requestUrl, response) => {
    if (requestUrl.pathname === "/callback") {
      const tokens = await openid.authorizationCodeGrant(client, requestUrl, {
        pkceCodeVerifier: verifier,
        expectedState: state,
      });
      token = tokens.access_token;
      return respond(response, `Hello ${tokens.claims()?.preferred_username}`);
    }
    if (requestUrl.pathname !== "/sign-in") return respond(response, "Not found", 404);
    state = openid.randomState();
    const authorizationUrl = openid.buildAuthorizationUrl(client, {
      redirect_uri: callbackUrl,
      scope: "openid profile email",
      state,
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
    });
    response.writeHead(302, { Location: authorizationUrl.href }).end();
  };
  return {
    url,
    name,
    readUser: () => openid.fetchUserInfo(client, token, openid.skipSubjectCheck),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function respond(response: ServerResponse, text: string, status = 200): void {
  response.writeHead(status, { "Content-Type": "text/html" });
  response.end(
    `<!doctype html><html lang="en"><title>Shop</title><link rel="icon" href="data:,"><h1>${text}</h1>`,
  );
}
