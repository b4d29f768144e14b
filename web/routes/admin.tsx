import { data } from "react-router";
import { readAnalyticsAddress } from "#core/admin/analytics.ts";
import { readMemberListAddress } from "#core/admin/members.ts";
import { ERRORS } from "#core/errors.ts";
import { parseReportListQuery } from "#core/reports/list-query.ts";
import { AdminPage } from "#web/admin/admin-page.tsx";
import { AnalyticsTab } from "#web/admin/analytics/analytics-tab.tsx";
import type { AdminAnswer } from "#web/admin/answer-admin-form.ts";
import { answerContent } from "#web/admin/content/answer-content.ts";
import { ContentTab } from "#web/admin/content/content-tab.tsx";
import { loadContent } from "#web/admin/content/load-content.ts";
import { AuditLog, readLogAddress } from "#web/admin/log/audit-log.tsx";
import { ReportQueue } from "#web/admin/reports/report-queue.tsx";
import { answerSettingsForm, SETTINGS_INTENT } from "#web/admin/settings/answer-settings.ts";
import { loadSettings } from "#web/admin/settings/load-settings.ts";
import { SettingsTab } from "#web/admin/settings/settings-tab.tsx";
import { readAdminTab } from "#web/admin/tabs.ts";
import { MemberList } from "#web/admin/users/member-list.tsx";
import { operation } from "#web/operation.ts";
import { getForm } from "#web/server-context.ts";
import { sendSettings } from "#web/settings/send-settings.ts";
import { accessGuard, GuardLoading, loadForMember } from "#web/shell/guard.tsx";
import { pageMeta } from "#web/shell/page-meta.ts";
import { textField } from "#web/shell/text-field.ts";
import type { Route } from "./+types/admin";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, { title: "Admin dashboard", path: "/admin", index: false });

export const middleware: Route.MiddlewareFunction[] = [accessGuard];

/** The figures and the selected tab. The operations refuse non-administrators. */
export function loader({ request, context, url }: Route.LoaderArgs) {
  const { searchParams } = url;
  return loadForMember(context, url, () =>
    operation(context, async ({ admin }, viewer) => {
      const figures = await admin.stats(viewer);
      switch (readAdminTab(searchParams)) {
        case "content": {
          const list = await loadContent(admin.content, viewer, searchParams);
          return { tab: "content" as const, figures, list };
        }
        case "reports": {
          const query = parseReportListQuery(searchParams);
          return { tab: "reports" as const, figures, query, page: await admin.reports.list(viewer, query) };
        }
        case "analytics": {
          const query = readAnalyticsAddress(searchParams);
          return { tab: "analytics" as const, figures, analytics: await admin.analytics.read(viewer, query) };
        }
        case "settings":
          return { tab: "settings" as const, figures, ...(await loadSettings(admin, viewer, request)) };
        case "log": {
          const query = readLogAddress(searchParams);
          return { tab: "log" as const, figures, query, page: await admin.log.list(viewer, query) };
        }
        default: {
          const query = readMemberListAddress(searchParams);
          return { tab: "users" as const, figures, query, page: await admin.users.list(viewer, query) };
        }
      }
    }),
  );
}

/** Forms of the Settings tab have an intent of their own; all others belong to the Content tab. */
export async function action({ request, context, url }: Route.ActionArgs) {
  const form = getForm(context);
  if (textField(form, "intent").startsWith(SETTINGS_INTENT))
    return answerSettingsForm(context, request, form);
  return answerContent(context, request, `${url.pathname}${url.search}`);
}

export async function clientAction(args: Route.ClientActionArgs) {
  const answer = await sendSettings(args);
  if (!("init" in answer)) return answer;
  // A failed fetch changes its row, and a settings conflict means newer values: remove the error status, so
  // that the page reloads its data, which other refusals must not do.
  const { intent, title } = answer.data;
  const isStale = intent.startsWith("fetch-source:") || title === ERRORS.settings_changed.title;
  return isStale ? data(answer.data) : answer;
}

export default function Admin({ loaderData, actionData }: Route.ComponentProps) {
  if (!loaderData) return <GuardLoading />;
  const answer = actionData && "intent" in actionData ? (actionData as unknown as AdminAnswer) : undefined;
  return (
    <AdminPage tab={loaderData.tab} figures={loaderData.figures}>
      {loaderData.tab === "content" ? (
        <ContentTab list={loaderData.list} figures={loaderData.figures} answer={answer} />
      ) : loaderData.tab === "analytics" ? (
        <AnalyticsTab analytics={loaderData.analytics} />
      ) : loaderData.tab === "settings" ? (
        <SettingsTab settings={loaderData.settings} checks={loaderData.checks} answer={answer} />
      ) : loaderData.tab === "log" ? (
        <AuditLog page={loaderData.page} query={loaderData.query} />
      ) : loaderData.tab === "reports" ? (
        <ReportQueue page={loaderData.page} query={loaderData.query} />
      ) : (
        <MemberList page={loaderData.page} query={loaderData.query} />
      )}
    </AdminPage>
  );
}
