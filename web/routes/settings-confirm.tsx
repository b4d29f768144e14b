import { redirect, useNavigate } from "react-router";
import { answerWithStepUp } from "#web/account/answer-with-step-up.ts";
import { ConfirmForm } from "#web/account/confirm-form.tsx";
import { describeProviderFailure } from "#web/account/describe-provider-failure.ts";
import { loadProofPrompt } from "#web/account/proof-prompt.ts";
import { Problem } from "#web/forms/form-controls.tsx";
import { handleForm } from "#web/forms/handle-intent.ts";
import { attempt } from "#web/operation.ts";
import { CardPage } from "#web/page/card-page.tsx";
import { createNoticeCookie } from "#web/page/notice.ts";
import { unlistedMeta } from "#web/page/page-meta.ts";
import { getSafePath } from "#web/page/same-site-path.ts";
import { GuardLoading, loadForMember } from "#web/session/guard.tsx";
import type { Route } from "./+types/settings-confirm";

const PATH = "/settings/confirm";

export const meta = unlistedMeta("Confirm it's you", PATH);

/** Also called by the dialog (confirm-identity.tsx). Members come back here from a provider with `done` or `failed`. */
export function loader({ context, url }: Route.LoaderArgs) {
  const next = getSafePath(url.searchParams.get("next"), "/settings");
  return loadForMember(context, url, async () => {
    const isConfirmed =
      url.searchParams.has("done") &&
      (await attempt(context, (app, viewer) => app.auth.requireStepUp(viewer))).ok;
    if (isConfirmed)
      throw redirect(next, { headers: { "Set-Cookie": createNoticeCookie("identity-confirmed") } });
    return {
      proof: await loadProofPrompt(context),
      next,
      problem: describeProviderFailure(url.searchParams.get("failed")),
    };
  });
}

export const action = (args: Route.ActionArgs) =>
  handleForm(args, (submission) =>
    answerWithStepUp(submission, {
      notice: null,
      to: getSafePath(args.url.searchParams.get("next"), "/settings"),
      run: (app, viewer) => app.auth.requireStepUp(viewer),
    }),
  );

/** Replaces the dialog without JavaScript, and before downloads and pages that require a step-up. */
export default function SettingsConfirm({ loaderData, actionData }: Route.ComponentProps) {
  const navigate = useNavigate();
  if (!loaderData?.proof) return <GuardLoading />;
  const { next, problem } = loaderData;
  const result = actionData && !actionData.ok ? actionData : undefined;
  return (
    <CardPage title="Confirm it's you">
      <p className="mb-4 text-sm text-muted">For your security, confirm it's you before you continue.</p>
      {problem && !result ? (
        <div className="mb-4">
          <Problem>{problem}</Problem>
        </div>
      ) : null}
      <ConfirmForm
        action={`${PATH}?${new URLSearchParams({ next })}`}
        proof={loaderData.proof}
        result={result}
        onDone={() => void navigate(next, { replace: true })}
      />
    </CardPage>
  );
}
