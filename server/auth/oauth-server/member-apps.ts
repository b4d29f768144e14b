import { AuthError } from "#core/accounts/auth-errors.ts";
import type { Viewer } from "#core/accounts/member.ts";
import type { AppGrant, AppRequest } from "#core/accounts/oauth.ts";
import { AppError } from "#core/errors.ts";
import type { AuthDeps } from "../deps.ts";
import { requireViewerSession } from "../user/require-viewer-session.ts";
import { answerRequest, denySilently, openRequest, releaseRequest } from "./authorizations.ts";
import { listGrants } from "./list-grants.ts";
import { revokeGrant } from "./revoke-grant.ts";

/** Denies a visitor's request if it has prompt=none, and returns the app's URL to redirect to; otherwise null. */
export const denyRequestSilently = (auth: AuthDeps, id: string): Promise<string | null> =>
  auth.config.auth.oauthServer ? denySilently(auth, id) : Promise.resolve(null);

/**
 * The operations of the consent and settings pages. All throw AppError("not_signed_in"). `openRequest` and
 * `answerRequest` also throw app_request_not_found, and `revokeGrant` throws invalid_input.
 */
export function createMemberApps(auth: AuthDeps) {
  const runAsMember = async <T>(
    viewer: Viewer,
    run: (member: Awaited<ReturnType<typeof requireViewerSession>>) => Promise<T>,
  ): Promise<T> => {
    const member = await requireViewerSession(auth, viewer);
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
    /** Returns what the member is asked, or the URL to continue with if no answer is needed. */
    openRequest: (viewer: Viewer, id: string) =>
      runAsMember(viewer, async (member): Promise<AppRequest | { readonly redirectUrl: string }> => {
        const openedRequest = await openRequest(auth, member, id);
        if ("redirectUrl" in openedRequest) return openedRequest;
        const { request, client } = openedRequest;
        return {
          id: client.id,
          name: client.name,
          website: client.website,
          scopes: request.scopes,
          redirectHost: new URL(request.redirectUri).host,
          isSelfRegistered: client.registration === "dynamic",
        };
      }),
    /** Returns the app's URL to redirect to. */
    answerRequest: (viewer: Viewer, id: string, answer: "approve" | "deny") =>
      runAsMember(viewer, (member) => answerRequest(auth, member, id, answer)),
    /** Lets another account answer the request. Call this before the member is signed out to switch accounts. */
    async releaseRequest(viewer: Viewer, id: string) {
      if (!viewer) throw new AppError("not_signed_in");
      await releaseRequest(auth, viewer.id, id);
    },
    async listGrants(viewer: Viewer): Promise<AppGrant[]> {
      const { user } = await requireViewerSession(auth, viewer);
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
    async revokeGrant(viewer: Viewer, clientId: string) {
      const member = await requireViewerSession(auth, viewer);
      try {
        await revokeGrant(auth, member, clientId);
      } catch (error) {
        if (!(error instanceof AuthError)) throw error;
        if (error.code === "session_not_found") throw new AppError("not_signed_in", { cause: error });
        if (error.code !== "oauth_consent_not_found") throw new AppError("invalid_input", { cause: error });
      }
    },
  };
}
