import { parseAnalyticsQuery } from "#core/admin/analytics.ts";
import { parseMemberListQuery } from "#core/admin/members.ts";
import { parseReportListQuery } from "#core/reports/list-query.ts";
import { answerWithStepUp } from "#web/account/answer-with-step-up.ts";
import { redirectToProvider } from "#web/account/provider-steps.ts";
import { AdminPage } from "#web/admin/admin-page.tsx";
import { AnalyticsTab } from "#web/admin/analytics/analytics-tab.tsx";
import { ContentTab } from "#web/admin/content/content-tab.tsx";
import { createContentHandlers } from "#web/admin/content/handle-content.ts";
import { loadContent } from "#web/admin/content/load-content.ts";
import { AuditLog, parseLogQuery } from "#web/admin/log/audit-log.tsx";
import { handleProviderForm } from "#web/admin/providers/handle-provider.ts";
import { ProviderScreen } from "#web/admin/providers/provider-screen.tsx";
import { ReportQueue } from "#web/admin/reports/report-queue.tsx";
import { handleSiteSettingsForm } from "#web/admin/settings/handle-site-settings.ts";
import { SettingsTab } from "#web/admin/settings/settings-tab.tsx";
import { DISMISS_SETUP, SetupChecklist } from "#web/admin/setup-checklist.tsx";
import { parseAdminTab } from "#web/admin/tabs.ts";
import { MemberList } from "#web/admin/users/member-list.tsx";
import { sendToServer } from "#web/forms/client-action.ts";
import { handleIntent } from "#web/forms/handle-intent.ts";
import { unlistedMeta } from "#web/page/page-meta.ts";
import { getClientInfo } from "#web/server-context.ts";
import { GuardLoading, loadForMember } from "#web/session/guard.tsx";
import type { Route } from "./+types/admin";

export const meta = unlistedMeta("Admin dashboard", "/admin");

/** Loads the counts and the selected tab. The operations refuse non-administrators. */
export function loader({ request, context, url }: Route.LoaderArgs) {
  const { searchParams } = url;
  return loadForMember(context, url, async ({ admin }, viewer) => {
    const figures = await admin.readSiteFigures(viewer);
    switch (parseAdminTab(searchParams)) {
      case "content": {
        const list = await loadContent(admin.content, viewer, searchParams);
        return { tab: "content" as const, figures, list };
      }
      case "reports": {
        const query = parseReportListQuery(searchParams);
        return { tab: "reports" as const, figures, query, page: await admin.reports.list(viewer, query) };
      }
      case "analytics": {
        const query = parseAnalyticsQuery(searchParams);
        return { tab: "analytics" as const, figures, analytics: await admin.analytics.read(viewer, query) };
      }
      case "settings": {
        const id = searchParams.get("provider");
        const token = searchParams.get("test");
        // After the test, the browser returns to this page without `test`.
        if (id !== null && token !== null)
          throw redirectToProvider(
            await admin.providers.startTest(viewer, { id, token }, getClientInfo(context)),
          );
        if (id !== null)
          return { tab: "provider" as const, figures, provider: await admin.providers.get(viewer, id) };
        const [settings, checks, replicas, providers] = await Promise.all([
          admin.settings.read(viewer),
          // This request's header shows how many proxies it passed through.
          admin.settings.checkSecurity(viewer, { forwardedFor: request.headers.get("X-Forwarded-For") }),
          admin.readReplicas(viewer),
          admin.providers.list(viewer),
        ]);
        return { tab: "settings" as const, figures, settings, checks, replicas, providers };
      }
      case "log": {
        const query = parseLogQuery(searchParams);
        return { tab: "log" as const, figures, query, page: await admin.log.list(viewer, query) };
      }
      default: {
        const query = parseMemberListQuery(searchParams);
        const [page, setup] = await Promise.all([admin.users.list(viewer, query), admin.setup.read(viewer)]);
        return { tab: "users" as const, figures, query, page, setup };
      }
    }
  });
}

/** The intent says which tab a form belongs to. The intents that aren't listed here belong to the Content tab. */
export const action = (args: Route.ActionArgs) =>
  handleIntent(args, {
    [DISMISS_SETUP]: (submission) =>
      answerWithStepUp(submission, {
        notice: "setup-dismissed",
        to: "/admin",
        run: ({ admin }, viewer) => admin.setup.dismiss(viewer),
      }),
    provider: (submission) => handleProviderForm(submission, args.url.searchParams.get("provider") ?? ""),
    settings: handleSiteSettingsForm,
    ...createContentHandlers(`${args.url.pathname}${args.url.search}`),
  });

export async function clientAction(args: Route.ClientActionArgs) {
  const result = await sendToServer(args);
  // A failed fetch has changed the source's row. Without the error status, the router reloads the page's data.
  return "init" in result && result.data.intent.startsWith("fetch-source:") ? result.data : result;
}

export default function Admin({ loaderData }: Route.ComponentProps) {
  if (!loaderData) return <GuardLoading />;
  return (
    <AdminPage
      tab={loaderData.tab === "provider" ? "settings" : loaderData.tab}
      figures={loaderData.figures}
      top={
        loaderData.tab === "users" && loaderData.setup ? <SetupChecklist state={loaderData.setup} /> : null
      }
    >
      {loaderData.tab === "content" ? (
        <ContentTab list={loaderData.list} figures={loaderData.figures} />
      ) : loaderData.tab === "analytics" ? (
        <AnalyticsTab analytics={loaderData.analytics} />
      ) : loaderData.tab === "provider" ? (
        <ProviderScreen
          key={loaderData.provider.provider?.id ?? loaderData.provider.kind}
          details={loaderData.provider}
        />
      ) : loaderData.tab === "settings" ? (
        <SettingsTab {...loaderData} />
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
