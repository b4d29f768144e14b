import { SETUP_STEPS, type SetupState, type SetupStep } from "#core/admin/setup.ts";
import { SubmitButton } from "#web/forms/form-controls.tsx";
import { Icon } from "#web/ui/icon.tsx";
import { Link } from "#web/ui/link.tsx";
import { AdminForm } from "./admin-form.tsx";
import { buildAdminPath } from "./tabs.ts";

export const DISMISS_SETUP = "dismiss-setup";

const buildSettingsPath = (section: string) => `${buildAdminPath("settings")}#${section}`;

const STEPS: Readonly<Record<SetupStep, readonly [label: string, hint: string, to: string]>> = {
  name: ["Name your site", "In the header, emails and feeds", buildSettingsPath("general")],
  contact: ["Add a contact email", "So people can reach you", buildSettingsPath("general")],
  logo: ["Upload your logo", "Plus a favicon and an accent color", buildSettingsPath("logo")],
  headline: [
    "Write a headline for the home page",
    "The first thing visitors read",
    buildSettingsPath("welcome"),
  ],
  email: [
    "Set up email",
    "With SMTP_URL, for sign-in links and notifications",
    buildSettingsPath("security"),
  ],
  backup: ["Set up backups", "With BACKUP_DIR, or npm run backup", buildSettingsPath("security")],
  post: ["Write the first post", "So the forum isn't empty", "/create"],
  invitations: ["Invite people", "By link or by email", "/admin/invitations"],
};

/** The steps for setting up a new site. A step is checked off as soon as the site's state shows that it's done. */
export function SetupChecklist({ state }: { state: SetupState }) {
  const doneCount = SETUP_STEPS.filter((step) => state[step]).length;
  return (
    <section aria-labelledby="setup-title" className="rounded-lg border border-line bg-surface p-4 sm:p-5">
      <div className="flex items-center justify-between gap-x-2">
        <div className="flex flex-wrap items-baseline gap-x-3">
          <h2 id="setup-title" className="text-base">
            Set up your site
          </h2>
          <p className="text-sm text-muted">
            {doneCount} of {SETUP_STEPS.length} done
          </p>
        </div>
        <AdminForm action="/admin" intent={DISMISS_SETUP} className="-my-1 -me-3 flex">
          <SubmitButton label="Dismiss" variant="quiet" size="sm" />
        </AdminForm>
      </div>
      <ol className="mt-3 grid grid-cols-1 gap-x-6 gap-y-1 sm:grid-cols-2 lg:grid-cols-3">
        {SETUP_STEPS.map((step) => {
          const [label, hint, to] = STEPS[step];
          const isDone = state[step];
          return (
            <li key={step} className="flex gap-2.5 py-1.5">
              <Icon
                name={isDone ? "check" : "square"}
                size={18}
                className={isDone ? "mt-px shrink-0 text-accent" : "mt-px shrink-0 text-faint"}
              />
              <div className="min-w-0 text-sm">
                <Link to={to} className={isDone ? "text-muted text-link" : "font-semibold text-link"}>
                  {label}
                </Link>
                {isDone ? <span className="sr-only"> (done)</span> : null}
                <p className="text-xs text-faint">{hint}</p>
              </div>
            </li>
          );
        })}
      </ol>
    </section>
  );
}
