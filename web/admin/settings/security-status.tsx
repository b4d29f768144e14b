import type { SecurityCheck } from "#core/settings/security.ts";
import { classNames } from "#web/ui/class-names.ts";
import { Icon } from "#web/ui/icon.tsx";
import type { IconName } from "#web/ui/icon-names.ts";
import { Link } from "#web/ui/link.tsx";
import { Section } from "#web/ui/section.tsx";
import { buildMemberListPath } from "../users/member-paths.ts";

const STATES: Readonly<Record<SecurityCheck["state"], { label: string; icon: IconName; className: string }>> =
  {
    ok: { label: "OK", icon: "shield-check", className: "text-accent" },
    attention: { label: "Needs attention", icon: "shield-alert", className: "text-warning" },
    unknown: { label: "Can't check", icon: "eye-off", className: "text-faint" },
  };

const LINKS: Readonly<Record<string, { readonly label: string; readonly to: string }>> = {
  factors: { label: "Administrators", to: buildMemberListPath({ role: "admin" }) },
  mail: { label: "Outbox", to: "/admin/outbox" },
};

export function SecurityStatus({ checks }: { checks: readonly SecurityCheck[] }) {
  const attentionCount = checks.filter(({ state }) => state === "attention").length;
  return (
    <Section
      id="security"
      title="Security status"
      lead={`Checked just now. ${
        attentionCount === 0
          ? "Nothing needs attention."
          : `${attentionCount} of ${checks.length} need${attentionCount === 1 ? "s" : ""} attention.`
      }`}
    >
      <ul className="grid grid-cols-1 divide-y divide-line border-t border-line">
        {checks.map(({ id, title, state, finding, advice }) => {
          const { label, icon, className } = STATES[state];
          const link = LINKS[id];
          return (
            <li key={id} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 py-3.5 last:pb-0">
              <Icon name={icon} size={18} className={classNames("mt-0.5", className)} />
              <div className="min-w-0">
                <div className="flex flex-wrap items-baseline gap-x-3">
                  <h3 className="text-sm font-semibold">{title}</h3>
                  <p className={classNames("text-sm font-semibold", className)}>{label}</p>
                </div>
                <p className="mt-1 max-w-[75ch] text-sm wrap-anywhere text-muted">{finding}</p>
                {advice ? (
                  <p className="mt-1 max-w-[75ch] text-sm wrap-anywhere">
                    <span className="font-semibold">Recommended: </span>
                    {advice}
                  </p>
                ) : null}
                {link ? (
                  <Link
                    to={link.to}
                    className="mt-1.5 inline-flex items-center gap-1 text-sm font-semibold text-accent hover:underline"
                  >
                    {link.label}
                    <Icon name="chevron-right" size={14} />
                  </Link>
                ) : null}
              </div>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
