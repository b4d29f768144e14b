import { redirect, useRouteLoaderData } from "react-router";
import { clearSessionCookies } from "#core/accounts/session-cookie.ts";
import { signingIn } from "#web/account/signing-in.ts";
import { operation } from "#web/operation.ts";
import { getForm } from "#web/server-context.ts";
import { answerSettings, getClientInfo } from "#web/settings/answer-settings.ts";
import { DeleteAccount } from "#web/settings/delete-account.tsx";
import { sendSettings } from "#web/settings/send-settings.ts";
import { SettingsPage, SettingsSection } from "#web/settings/settings-page.tsx";
import { accessGuard, GuardLoading, loadForMember } from "#web/shell/guard.tsx";
import { noticeCookie } from "#web/shell/notice.ts";
import { pageMeta } from "#web/shell/page-meta.ts";
import type { SiteData } from "#web/shell/site-data.ts";
import { textField } from "#web/shell/text-field.ts";
import { buttonClasses } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { Route } from "./+types/settings-data";

const PATH = "/settings/data";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: "Your data", path: PATH, index: false });

export const middleware: Route.MiddlewareFunction[] = [accessGuard];

export function loader({ context, url }: Route.LoaderArgs) {
  return loadForMember(context, url, async () => {
    const { hasPassword, takesCodes } = await operation(context, (app, viewer) =>
      app.auth.own.describe(viewer),
    );
    return { proof: hasPassword ? "password" : takesCodes ? "code" : "none" } as const;
  });
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = getForm(context);
  const text = (name: string) => textField(form, name);
  if (form.get("intent") === "send-deletion-code")
    return answerSettings(context, request, form, {
      notice: "code-mailed",
      to: PATH,
      run: (app, viewer) => app.auth.own.sendDeletionCode(viewer, getClientInfo(context)),
    });
  const headers = new Headers();
  for (const cookie of clearSessionCookies()) headers.append("Set-Cookie", cookie);
  headers.append("Set-Cookie", noticeCookie("account-deleted"));
  return answerSettings(context, request, form, {
    notice: "account-deleted",
    to: "/",
    headers,
    run: (app, viewer) =>
      app.auth.own.deleteAccount(
        viewer,
        { username: text("username"), password: text("password"), code: text("code").replace(/\s/g, "") },
        getClientInfo(context),
      ),
  });
}

export async function clientAction(args: Route.ClientActionArgs) {
  const answer = await sendSettings(args);
  if (!("ok" in answer) || answer.intent !== "delete-account") return answer;
  // The account is deleted: remove the browser's session as well, which also notifies other tabs.
  const { getAuthClient } = await import("#web/account/auth-client.ts");
  // Until the redirect starts: otherwise this page would revalidate signed out and redirect to sign-in.
  signingIn.isActive = true;
  await (await getAuthClient()).signOut({ scope: "local" });
  signingIn.isActive = false;
  throw redirect("/");
}

export default function SettingsData({ loaderData, actionData }: Route.ComponentProps) {
  const site = useRouteLoaderData("root") as SiteData;
  if (!loaderData) return <GuardLoading />;
  return (
    <SettingsPage title="Your data">
      <SettingsSection
        id="download"
        title="A copy of your data"
        lead="A file with everything we store about you: account, profile, sessions, posts, comments, votes, drafts and a list of your files. It can't be used to sign in."
      >
        <a href="/settings/data/download" className={buttonClasses({})}>
          <Icon name="download" />
          Download
        </a>
      </SettingsSection>
      <SettingsSection id="delete" title="Delete your account">
        <DeleteAccount
          username={site.viewer?.username ?? ""}
          proof={loaderData.proof}
          answer={actionData ?? undefined}
        />
      </SettingsSection>
    </SettingsPage>
  );
}
