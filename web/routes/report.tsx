import { useLocation, useNavigate } from "react-router";
import type { ReportableTarget } from "#core/reports/types.ts";
import { answerForm } from "#web/forms/answer-form.ts";
import { handleForm } from "#web/forms/handle-intent.ts";
import { unlistedMeta } from "#web/page/page-meta.ts";
import { getSafePath } from "#web/page/same-site-path.ts";
import { ReportForm } from "#web/reports/report-form.tsx";
import { GuardLoading, loadForMember } from "#web/session/guard.tsx";
import { ButtonLink } from "#web/ui/button.tsx";
import { Link } from "#web/ui/link.tsx";
import type { Route } from "./+types/report";

export const meta = unlistedMeta("Report", "/report");

export function loader({ context, url }: Route.LoaderArgs) {
  const kind = url.searchParams.get("kind") ?? "";
  const id = url.searchParams.get("id") ?? "";
  return loadForMember(context, url, (app, viewer) => app.reports.describeReportable(viewer, { kind, id }));
}

/** Submits a report. Without JavaScript, it redirects back with a notice. */
export const action = (args: Route.ActionArgs) =>
  handleForm(args, (submission) =>
    answerForm(submission, {
      notice: "report-sent",
      to: getSafePath(submission.text("back")),
      run: (app, viewer) =>
        app.reports.submitReport(viewer, {
          kind: args.url.searchParams.get("kind") ?? "",
          id: args.url.searchParams.get("id") ?? "",
          reason: submission.text("reason"),
          text: submission.text("text"),
        }),
    }),
  );

const TARGET_PHRASES = { post: "the post", comment: "a comment on", profile: "the profile of" } as const;

/** The page for reporting, without JavaScript or after signing in. */
export default function Report({ loaderData, actionData }: Route.ComponentProps) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  if (!loaderData) return <GuardLoading />;
  const { kind, name, path } = loaderData;
  const isReportable = !loaderData.isOwn && !loaderData.isReportedByViewer;
  return (
    <div className="page-main grid grid-cols-1 gap-5">
      <div>
        <h1 className="text-xl sm:text-2xl">Report this {kind}</h1>
        {isReportable ? (
          <p className="mt-2 text-muted">
            You're about to report {TARGET_PHRASES[kind]}{" "}
            <Link to={path} dir="auto" className="font-semibold text-accent break-words text-link">
              {kind === "profile" ? name : `“${name}”`}
            </Link>
            . Only administrators will see that you reported it.
          </p>
        ) : null}
      </div>
      <section aria-label="Report" className="rounded-lg border border-line bg-surface p-4 sm:p-6">
        <NotReportableNotice target={loaderData} />
        {isReportable ? (
          <ReportForm
            action={pathname + search}
            back={path}
            result={actionData}
            onSent={() => void navigate(path)}
          />
        ) : null}
      </section>
    </div>
  );
}

function NotReportableNotice({
  target: { kind, path, isOwn, isReportedByViewer },
}: {
  target: ReportableTarget;
}) {
  if (!isOwn && !isReportedByViewer) return null;
  return (
    <div className="grid justify-items-start gap-4">
      <p>
        {isOwn
          ? `You can't report your own ${kind}.`
          : `You've already reported this ${kind}. You can't report it again.`}
      </p>
      <ButtonLink to={path} size="sm">
        Back to the {kind}
      </ButtonLink>
    </div>
  );
}
