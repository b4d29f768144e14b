import { buildReportListPath } from "#core/reports/list-query.ts";
import { answerWithStepUp } from "#web/account/answer-with-step-up.ts";
import { findPreviousScreen } from "#web/admin/previous-screen.ts";
import { ReportReviewPage } from "#web/admin/reports/report-review.tsx";
import { handleIntent } from "#web/forms/handle-intent.ts";
import { pageMeta } from "#web/page/page-meta.ts";
import { useOptionalSite } from "#web/page/site-data.ts";
import { GuardLoading, loadForMember } from "#web/session/guard.tsx";
import type { Route } from "./+types/admin-report";

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, {
    title: loaderData ? `Reported: ${loaderData.review.name}` : "Report",
    path: "/admin",
    isListed: false,
  });

export function loader({ request, context, url, params: { groupId } }: Route.LoaderArgs) {
  return loadForMember(context, url, async ({ admin }, viewer) => ({
    review: await admin.reports.review(viewer, groupId),
    from: findPreviousScreen(request, url),
  }));
}

export const action = (args: Route.ActionArgs) =>
  handleIntent(args, {
    decide: (submission) => {
      const { form, text } = submission;
      return answerWithStepUp(submission, {
        notice: "report-decided",
        to: () => buildReportListPath({}),
        run: ({ admin }, viewer) =>
          admin.reports.decide(viewer, {
            groupId: args.params.groupId,
            action: text("action"),
            conclusion: text("conclusion"),
            alsoRemove: form.has("alsoRemove"),
            title: text("title"),
            content: text("content"),
            term: text("term"),
          }),
      });
    },
  });

export { sendToServer as clientAction } from "#web/forms/client-action.ts";

export default function AdminReport({ loaderData }: Route.ComponentProps) {
  const viewerUsername = useOptionalSite()?.viewer?.username;
  if (!loaderData) return <GuardLoading />;
  return <ReportReviewPage {...loaderData} viewerUsername={viewerUsername} />;
}
