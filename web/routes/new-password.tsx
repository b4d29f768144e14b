import { useNavigate } from "react-router";
import { AppError } from "#core/errors.ts";
import { NOTICES } from "#core/notices.ts";
import { ConfirmIdentity } from "#web/account/confirm-identity.tsx";
import { NewPasswordForm, OTHER_ACCOUNT } from "#web/account/new-password-form.tsx";
import { answerForm } from "#web/forms/answer-form.ts";
import { handleForm, type Submission } from "#web/forms/handle-intent.ts";
import { CardPage } from "#web/page/card-page.tsx";
import { unlistedMeta } from "#web/page/page-meta.ts";
import { getSafePath } from "#web/page/same-site-path.ts";
import { getClientInfo } from "#web/server-context.ts";
import { GuardLoading, loadForMember } from "#web/session/guard.tsx";
import { parseAccessToken } from "#web/session/request-session.ts";
import { toast } from "#web/ui/toast.tsx";
import type { Route } from "./+types/new-password";

export const meta = unlistedMeta("Choose a password", "/auth/new-password");

export function loader({ context, url }: Route.LoaderArgs) {
  return loadForMember(context, url, async ({ auth }, viewer) => {
    const { password } = await auth.describe();
    return {
      rules: password,
      accountId: viewer?.id ?? "",
      email: viewer?.email ?? null,
      // An invited user's username was generated from their email address. They can change it here.
      username: url.searchParams.has("invited") ? (viewer?.username ?? "") : undefined,
      next: getSafePath(url.searchParams.get("next")),
    };
  });
}

/** Handles the form without JavaScript. */
export const action = (args: Route.ActionArgs) =>
  handleForm(args, (submission) => changePassword(submission, args.url));

function changePassword(submission: Submission, url: URL) {
  const { request, context, text } = submission;
  const isInvited = url.searchParams.has("invited");
  const input = { password: text("password"), username: isInvited ? text("username") : undefined };
  return answerForm(submission, {
    notice: isInvited ? "account-created" : "password-reset",
    to: getSafePath(url.searchParams.get("next")),
    async run({ auth }, viewer) {
      if (viewer && viewer.id !== text("account"))
        throw new AppError("edit_conflict", { message: OTHER_ACCOUNT });
      const accessToken = parseAccessToken(request.headers.get("Cookie")) ?? "";
      await auth.choosePassword(accessToken, input, getClientInfo(context));
    },
  });
}

export default function NewPassword({ loaderData }: Route.ComponentProps) {
  const navigate = useNavigate();
  if (!loaderData) return <GuardLoading />;
  const { rules, accountId, email, username, next } = loaderData;
  const isInvited = username !== undefined;
  const query = new URLSearchParams({ ...(isInvited ? { invited: "yes" } : {}), next });
  return (
    <ConfirmIdentity>
      <CardPage title={isInvited ? "Choose a username and a password" : "Choose a new password"}>
        {email ? (
          <p className="mb-4 text-sm break-words text-muted">
            For <strong className="text-text">{email}</strong>.
            {isInvited ? "" : " Saving a new password signs you out of your other sessions."}
          </p>
        ) : null}
        <NewPasswordForm
          action={`/auth/new-password?${query}`}
          rules={rules}
          accountId={accountId}
          email={email}
          username={username}
          onDone={() => {
            toast(NOTICES[isInvited ? "account-created" : "password-reset"]);
            void navigate(next, { replace: true });
          }}
        />
      </CardPage>
    </ConfirmIdentity>
  );
}
