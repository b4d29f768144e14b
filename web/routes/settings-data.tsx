import { redirect } from "react-router";
import { getEmailNotice } from "#core/notices.ts";
import { answerForm } from "#web/forms/answer-form.ts";
import { sendToServer } from "#web/forms/client-action.ts";
import { handleIntent } from "#web/forms/handle-intent.ts";
import { createNoticeCookie } from "#web/page/notice.ts";
import { unlistedMeta } from "#web/page/page-meta.ts";
import { useSite } from "#web/page/site-data.ts";
import { appContext, getClientInfo } from "#web/server-context.ts";
import { createSignedOutHeaders } from "#web/session/end-own-session.ts";
import { GuardLoading, loadForMember } from "#web/session/guard.tsx";
import { signInProgress } from "#web/session/sign-in-progress.ts";
import { DeleteAccount } from "#web/settings/delete-account.tsx";
import { SettingsPage } from "#web/settings/settings-page.tsx";
import { buttonClasses } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Section } from "#web/ui/section.tsx";
import type { Route } from "./+types/settings-data";

const PATH = "/settings/data";

export const meta = unlistedMeta("Your data", PATH);

export function loader({ context, url }: Route.LoaderArgs) {
  return loadForMember(context, url, async ({ auth, mailer }, viewer) => {
    const { email, hasPassword, canReceiveCodes } = await auth.account.describe(viewer);
    return {
      proof: hasPassword ? "password" : canReceiveCodes ? "code" : "none",
      isCodeInOutbox: email !== null && !mailer.isEmailConfigured,
    } as const;
  });
}

export const action = (args: Route.ActionArgs) =>
  handleIntent(args, {
    "send-deletion-code": (submission) =>
      answerForm(submission, {
        async run({ auth: { account } }, viewer) {
          await account.sendDeletionCode(viewer, getClientInfo(submission.context));
          return account.describe(viewer);
        },
        // Without an email address, the code is sent by text message.
        notice: ({ email }) =>
          email === null
            ? "phone-code-sent"
            : getEmailNotice("code-sent", submission.context.get(appContext).mailer.isEmailConfigured),
        to: PATH,
      }),
    "delete-account": (submission) => {
      const headers = createSignedOutHeaders();
      headers.append("Set-Cookie", createNoticeCookie("account-deleted"));
      const { context, text } = submission;
      return answerForm(submission, {
        notice: "account-deleted",
        to: "/",
        headers,
        run: (app, viewer) =>
          app.auth.account.deleteAccount(
            viewer,
            {
              username: text("username"),
              password: text("password"),
              code: text("code").replace(/\s/g, ""),
            },
            getClientInfo(context),
          ),
      });
    },
  });

export async function clientAction(args: Route.ClientActionArgs) {
  const result = await sendToServer(args);
  if (!("ok" in result) || result.intent !== "delete-account") return result;
  // The account has been deleted. Remove the browser's session too, which notifies other tabs.
  const { getAuthClient } = await import("#web/session/auth-client.ts");
  // Otherwise, signing out would make this page revalidate, and the guard would redirect to sign-in.
  signInProgress.isActive = true;
  await (await getAuthClient()).signOut({ scope: "local" });
  signInProgress.isActive = false;
  throw redirect("/");
}

export default function SettingsData({ loaderData }: Route.ComponentProps) {
  const site = useSite();
  if (!loaderData) return <GuardLoading />;
  return (
    <SettingsPage title="Your data">
      <Section
        id="download"
        title="A copy of your data"
        lead="A file with your data, including your account, profile, sessions, posts, comments, votes, drafts, AI history and a list of your files. It can't be used to sign in."
      >
        <a href="/settings/data/download" className={buttonClasses({})}>
          <Icon name="download" />
          Download
        </a>
      </Section>
      <Section id="delete" title="Delete your account">
        <DeleteAccount
          username={site.viewer?.username ?? ""}
          proof={loaderData.proof}
          isCodeInOutbox={loaderData.isCodeInOutbox}
        />
      </Section>
    </SettingsPage>
  );
}
