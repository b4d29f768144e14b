import { AuthError } from "#core/accounts/auth-errors.ts";
import type { Viewer } from "#core/accounts/member.ts";
import type { AppGrant, AppRequest } from "#core/accounts/oauth.ts";
import { AppError } from "#core/errors.ts";
import type { AuthDeps } from "../deps.ts";
import { getOwnBearer } from "../user/get-own-bearer.ts";
import { answerRequest, openRequest, refuseSilently, releaseRequest } from "./authorizations.ts";
import { listGrants, revokeGrant } from "./grants.ts";

/** The operations of the consent page and the settings page. All throw AppError("not_signed_in") for visitors. */
export interface MemberApps {
  /** Whether members can sign in to apps with this site (AUTH_OAUTH_SERVER). */
  readonly isOffered: boolean;
  /** Returns what the member is asked, or the URL to continue with if no answer is needed. */
  openRequest(viewer: Viewer, id: string): Promise<AppRequest | { readonly redirectUrl: string }>;
  /** Returns the URL that leads back to the app. */
  answerRequest(viewer: Viewer, id: string, answer: "approve" | "deny"): Promise<string>;
  /** Lets another account answer the request, after the member signs out. */
  releaseRequest(viewer: Viewer, id: string): Promise<void>;
  listGrants(viewer: Viewer): Promise<AppGrant[]>;
  /** Revokes an app's access. Does nothing if it no longer has any. */
  revokeGrant(viewer: Viewer, clientId: string): Promise<void>;
}

/** Returns the URL that refuses a request with prompt=none; null for all other requests. */
export const refuseRequestSilently = (auth: AuthDeps, id: string): Promise<string | null> =>
  auth.config.auth.oauthServer ? refuseSilently(auth, id) : Promise.resolve(null);

export function createMemberApps(auth: AuthDeps): MemberApps {
  const answerAs = async <T>(
    viewer: Viewer,
    run: (member: Awaited<ReturnType<typeof getOwnBearer>>) => Promise<T>,
  ): Promise<T> => {
    const member = await getOwnBearer(auth, viewer);
    if (!auth.config.auth.oauthServer) throw new AppError("app_request_not_found");
    try {
      return await run(member);
    } catch (error) {
      if (error instanceof AuthError) throw new AppError("app_request_not_found", { cause: error });
      throw error;
    }
  };
  return {
    isOffered: auth.config.auth.oauthServer,
    openRequest: (viewer, id) =>
      answerAs(viewer, async (member) => {
        const opened = await openRequest(auth, member, id);
        if ("redirectUrl" in opened) return opened;
        const { request, client } = opened;
        return {
          id: client.id,
          name: client.name,
          website: client.website,
          scopes: request.scopes,
          redirectHost: new URL(request.redirectUri).host,
          isSelfRegistered: client.registration === "dynamic",
        };
      }),
    answerRequest: (viewer, id, answer) =>
      answerAs(viewer, (member) => answerRequest(auth, member, id, answer)),
    async releaseRequest(viewer, id) {
      if (!viewer) throw new AppError("not_signed_in");
      await releaseRequest(auth, viewer.id, id);
    },
    async listGrants(viewer) {
      const { user } = await getOwnBearer(auth, viewer);
      const grants = await listGrants(auth, user.id);
      return grants.map(({ client, scopes, grantedAt, usedAt }) => ({
        id: client.id,
        name: client.name,
        website: client.website,
        scopes,
        grantedAt: grantedAt.toISOString(),
        usedAt: usedAt.toISOString(),
      }));
    },
    async revokeGrant(viewer, clientId) {
      const { user } = await getOwnBearer(auth, viewer);
      try {
        await revokeGrant(auth, user.id, clientId);
      } catch (error) {
        if (!(error instanceof AuthError)) throw error;
        if (error.code !== "oauth_consent_not_found") throw new AppError("invalid_input", { cause: error });
      }
    },
  };
}
