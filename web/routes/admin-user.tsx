import { redirect } from "react-router";
import type { Viewer } from "#core/accounts/member.ts";
import type { Notice } from "#core/notices.ts";
import type { Admin } from "#server/admin/index.ts";
import { handleAdminForm } from "#web/admin/handle-admin-form.ts";
import { findPreviousScreen } from "#web/admin/previous-screen.ts";
import { buildMemberPath } from "#web/admin/users/member-paths.ts";
import { MemberScreen } from "#web/admin/users/member-screen.tsx";
import { sendSettings } from "#web/forms/send-settings.ts";
import { getTextField } from "#web/forms/text-field.ts";
import { operation } from "#web/operation.ts";
import { pageMeta } from "#web/page/page-meta.ts";
import { getForm, identityContext } from "#web/server-context.ts";
import { accessGuard, GuardLoading, loadForMember } from "#web/session/guard.tsx";
import type { Route } from "./+types/admin-user";

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, { title: loaderData?.member.username || "User", path: "/admin", index: false });

export const middleware: Route.MiddlewareFunction[] = [accessGuard];

/** One account, its latest content and the admin actions on it. */
export function loader({ request, context, url, params: { userId } }: Route.LoaderArgs) {
  return loadForMember(context, url, () =>
    operation(context, async ({ admin }, viewer) => {
      const member = await admin.users.get(viewer, userId);
      const [latest, log] = await Promise.all([
        admin.content.listLatestByMember(viewer, userId),
        admin.log.list(viewer, { kind: "member", targetId: userId }),
      ]);
      const isSelf = context.get(identityContext).viewer?.id === userId;
      return { member, latest, log, isSelf, from: findPreviousScreen(request, url) };
    }),
  );
}

type Users = Admin["users"];
type Run = (users: Users, viewer: Viewer, id: string) => Promise<void>;

/** The action and notice of each form on the page. */
function parseAction(form: FormData): { notice: Notice; run: Run; to?: string } {
  const text = (name: string) => getTextField(form, name);
  const reason = text("reason");
  switch (text("intent")) {
    case "role":
      return {
        notice: "role-changed",
        run: (users, ...target) => users.changeRole(...target, { role: text("role"), reason }),
      };
    case "email":
      return {
        notice: "user-email-changed",
        run: (users, ...target) => users.changeAddress(...target, { email: text("email"), reason }),
      };
    case "suspend":
      return {
        notice: "user-suspended",
        run: (users, ...target) => users.suspend(...target, { term: text("term"), reason }),
      };
    case "end-suspension":
      return {
        notice: "suspension-ended",
        run: (users, ...target) => users.endSuspension(...target, { reason }),
      };
    case "sign-out":
      return { notice: "user-signed-out", run: (users, ...target) => users.signOut(...target, { reason }) };
    case "reset-factors":
      return {
        notice: "factors-reset",
        run: (users, ...target) => users.resetFactors(...target, { reason }),
      };
    case "note":
      return {
        notice: "note-saved",
        run: (users, ...target) => users.addNote(...target, { note: text("note") }),
      };
    case "delete":
      return {
        notice: "user-deleted",
        to: "/admin",
        run: (users, ...target) =>
          users.delete(...target, { content: text("content"), confirmation: text("confirmation"), reason }),
      };
    default:
      return {
        notice: "user-edited",
        run: (users, ...target) =>
          users.edit(...target, {
            username: text("username"),
            bio: text("bio"),
            isVerified: text("verified") === "yes",
            reason,
          }),
      };
  }
}

export async function action({ request, context, params: { userId } }: Route.ActionArgs) {
  const form = getForm(context);
  const { notice, run, to = buildMemberPath(userId) } = parseAction(form);
  return handleAdminForm(context, request, form, {
    notice,
    to,
    run: ({ admin }, viewer) => run(admin.users, viewer, userId),
  });
}

export async function clientAction(args: Route.ClientActionArgs) {
  const result = await sendSettings(args);
  // The account shown was deleted.
  if ("ok" in result && result.ok && result.intent === "delete") throw redirect("/admin");
  return result;
}

export default function AdminUser({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData) return <GuardLoading />;
  const result = actionData && "intent" in actionData ? (actionData as never) : undefined;
  return <MemberScreen key={loaderData.member.id} {...loaderData} result={result} />;
}
