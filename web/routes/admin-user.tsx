import { redirect } from "react-router";
import type { Viewer } from "#core/accounts/member.ts";
import type { Notice } from "#core/notices.ts";
import type { Admin } from "#server/admin/index.ts";
import { answerAdminForm } from "#web/admin/answer-admin-form.ts";
import { findPreviousScreen } from "#web/admin/previous-screen.ts";
import { memberPath } from "#web/admin/users/member-address.ts";
import { MemberScreen } from "#web/admin/users/member-screen.tsx";
import { operation } from "#web/operation.ts";
import { getForm, identityContext } from "#web/server-context.ts";
import { sendSettings } from "#web/settings/send-settings.ts";
import { accessGuard, GuardLoading, loadForMember } from "#web/shell/guard.tsx";
import { pageMeta } from "#web/shell/page-meta.ts";
import { textField } from "#web/shell/text-field.ts";
import type { Route } from "./+types/admin-user";

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, { title: loaderData?.member.username || "User", path: "/admin", index: false });

export const middleware: Route.MiddlewareFunction[] = [accessGuard];

/** One account, its latest content and the admin actions on it. */
export function loader({ request, context, url, params: { userId } }: Route.LoaderArgs) {
  return loadForMember(context, url, () =>
    operation(context, async ({ admin }, viewer) => {
      const member = await admin.users.show(viewer, userId);
      const [newest, log] = await Promise.all([
        admin.content.listLatestByMember(viewer, userId),
        admin.log.list(viewer, { kind: "member", targetId: userId }),
      ]);
      const isSelf = context.get(identityContext).viewer?.id === userId;
      return { member, newest, log, isSelf, from: findPreviousScreen(request, url) };
    }),
  );
}

type Users = Admin["users"];
type Run = (users: Users, viewer: Viewer, id: string) => Promise<void>;

/** The action and notice of each form on the page. */
function readAction(form: FormData): { notice: Notice; run: Run; to?: string; part?: "edit" } {
  const text = (name: string) => textField(form, name);
  const why = text("why");
  switch (text("intent")) {
    case "role":
      return {
        notice: "role-changed",
        run: (users, ...of) => users.changeRole(...of, { role: text("role"), why }),
      };
    case "email":
      return {
        notice: "user-moved",
        run: (users, ...of) => users.changeAddress(...of, { email: text("email"), why }),
      };
    case "suspend":
      return {
        notice: "user-suspended",
        run: (users, ...of) => users.suspend(...of, { term: text("term"), why }),
      };
    case "end-suspension":
      return { notice: "suspension-ended", run: (users, ...of) => users.endSuspension(...of, { why }) };
    case "sign-out":
      return { notice: "user-signed-out", run: (users, ...of) => users.signOut(...of, { why }) };
    case "reset-factors":
      return { notice: "factors-reset", run: (users, ...of) => users.resetFactors(...of, { why }) };
    case "note":
      return { notice: "note-written", run: (users, ...of) => users.note(...of, { note: text("note") }) };
    case "delete":
      return {
        notice: "user-deleted",
        to: "/admin",
        run: (users, ...of) =>
          users.delete(...of, { content: text("content"), confirmation: text("confirmation"), why }),
      };
    default:
      return {
        notice: "user-edited",
        run: (users, ...of) =>
          users.edit(...of, {
            username: text("username"),
            bio: text("bio"),
            isVerified: text("verified") === "yes",
            why,
          }),
      };
  }
}

export async function action({ request, context, params: { userId } }: Route.ActionArgs) {
  const form = getForm(context);
  const { notice, run, to = memberPath(userId) } = readAction(form);
  return answerAdminForm(context, request, form, {
    notice,
    to,
    run: ({ admin }, viewer) => run(admin.users, viewer, userId),
  });
}

export async function clientAction(args: Route.ClientActionArgs) {
  const answer = await sendSettings(args);
  // The account shown was deleted.
  if ("ok" in answer && answer.ok && answer.intent === "delete") throw redirect("/admin");
  return answer;
}

export default function AdminUser({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData) return <GuardLoading />;
  const answer = actionData && "intent" in actionData ? (actionData as never) : undefined;
  return <MemberScreen key={loaderData.member.id} {...loaderData} answer={answer} />;
}
