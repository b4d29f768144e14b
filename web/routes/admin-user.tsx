import type { Viewer } from "#core/accounts/member.ts";
import type { Notice } from "#core/notices.ts";
import type { Admin } from "#server/admin/index.ts";
import { answerWithStepUp } from "#web/account/answer-with-step-up.ts";
import { findPreviousScreen } from "#web/admin/previous-screen.ts";
import { buildMemberPath } from "#web/admin/users/member-paths.ts";
import { MemberScreen } from "#web/admin/users/member-screen.tsx";
import { handleIntent, type Submission } from "#web/forms/handle-intent.ts";
import { pageMeta } from "#web/page/page-meta.ts";
import { identityContext } from "#web/server-context.ts";
import { GuardLoading, loadForMember } from "#web/session/guard.tsx";
import type { Route } from "./+types/admin-user";

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, { title: loaderData?.member.username || "User", path: "/admin", isListed: false });

export function loader({ request, context, url, params: { userId } }: Route.LoaderArgs) {
  return loadForMember(context, url, async ({ admin, mailer }, viewer) => {
    const member = await admin.users.get(viewer, userId);
    const [latestContent, log] = await Promise.all([
      admin.content.listLatestByMember(viewer, userId),
      admin.log.list(viewer, { kind: "member", targetId: userId }),
    ]);
    const isSelf = context.get(identityContext).viewer?.id === userId;
    const { isEmailConfigured } = mailer;
    return { member, latestContent, log, isSelf, isEmailConfigured, from: findPreviousScreen(request, url) };
  });
}

type Users = Admin["users"];
type Run = (users: Users, viewer: Viewer, text: Submission["text"]) => Promise<void>;

export function action(args: Route.ActionArgs) {
  const { userId } = args.params;
  const answer =
    (notice: Notice, run: Run, to: string | (() => string) = buildMemberPath(userId)) =>
    (submission: Submission) =>
      answerWithStepUp(submission, {
        notice,
        to,
        run: ({ admin }, viewer) => run(admin.users, viewer, submission.text),
      });
  return handleIntent(args, {
    edit: answer("user-edited", (users, viewer, text) =>
      users.edit(viewer, userId, {
        username: text("username"),
        bio: text("bio"),
        isVerified: text("verified") === "yes",
        reason: text("reason"),
      }),
    ),
    role: answer("role-changed", (users, viewer, text) =>
      users.changeRole(viewer, userId, { role: text("role"), reason: text("reason") }),
    ),
    email: answer("user-email-changed", (users, viewer, text) =>
      users.changeAddress(viewer, userId, { email: text("email"), reason: text("reason") }),
    ),
    suspend: answer("user-suspended", (users, viewer, text) =>
      users.suspend(viewer, userId, { term: text("term"), reason: text("reason") }),
    ),
    "end-suspension": answer("suspension-ended", (users, viewer, text) =>
      users.endSuspension(viewer, userId, { reason: text("reason") }),
    ),
    "sign-out": answer("user-signed-out", (users, viewer, text) =>
      users.signOut(viewer, userId, { reason: text("reason") }),
    ),
    "reset-factors": answer("factors-reset", (users, viewer, text) =>
      users.resetFactors(viewer, userId, { reason: text("reason") }),
    ),
    note: answer("note-saved", (users, viewer, text) =>
      users.addNote(viewer, userId, { note: text("note") }),
    ),
    delete: answer(
      "user-deleted",
      (users, viewer, text) =>
        users.delete(viewer, userId, {
          content: text("content"),
          confirmation: text("confirmation"),
          reason: text("reason"),
        }),
      () => "/admin",
    ),
  });
}

export { sendToServer as clientAction } from "#web/forms/client-action.ts";

export default function AdminUser({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return <GuardLoading />;
  return <MemberScreen key={loaderData.member.id} {...loaderData} />;
}
