import { useNavigate } from "react-router";
import { ConfirmForm } from "#web/account/confirm-form.tsx";
import { handleConfirmForm } from "#web/account/handle-confirm.ts";
import { loadProofPrompt } from "#web/account/proof-prompt.ts";
import { CardPage } from "#web/shell/card-page.tsx";
import { accessGuard, GuardLoading, loadForMember } from "#web/shell/guard.tsx";
import { pageMeta } from "#web/shell/page-meta.ts";
import { getSafePath } from "#web/shell/same-site-path.ts";
import type { Route } from "./+types/settings-confirm";

const PATH = "/settings/confirm";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: "Confirm it's you", path: PATH, index: false });

export const middleware: Route.MiddlewareFunction[] = [accessGuard];

/** Also called by the dialog of web/account/confirm-identity.tsx. */
export function loader({ context, url }: Route.LoaderArgs) {
  return loadForMember(context, url, async () => ({
    proof: await loadProofPrompt(context),
    next: getSafePath(url.searchParams.get("next"), "/settings"),
  }));
}

export async function action({ request, context, url }: Route.ActionArgs) {
  return handleConfirmForm(context, request, getSafePath(url.searchParams.get("next"), "/settings"));
}

/** Sensitive settings redirect here without JavaScript if the sign-in isn't recent. */
export default function SettingsConfirm({ loaderData, actionData }: Route.ComponentProps) {
  const navigate = useNavigate();
  if (!loaderData?.proof) return <GuardLoading />;
  const { next } = loaderData;
  const result = actionData && !actionData.ok ? actionData : undefined;
  return (
    <CardPage title="Confirm it's you">
      <p className="mb-4 text-sm text-muted">
        For your security, confirm it's you before making this change.
      </p>
      <ConfirmForm
        action={`${PATH}?${new URLSearchParams({ next })}`}
        proof={loaderData.proof}
        result={result}
        onDone={() => void navigate(next, { replace: true })}
      />
    </CardPage>
  );
}
