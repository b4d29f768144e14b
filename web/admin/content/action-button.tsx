import type { ReactNode } from "react";
import { Button, type ButtonLook, buttonClasses } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { IconName } from "#web/ui/icon-names.ts";
import { AdminForm } from "../admin-form.tsx";
import type { AdminAnswer } from "../answer-admin-form.ts";

/** Where a row's forms post to, and the answer to a submission without JavaScript. */
export interface RowForms {
  readonly action: string;
  readonly answer: AdminAnswer | undefined;
}

interface ActionButtonProps extends RowForms {
  readonly intent: string;
  readonly label: string;
  /** For screen readers, which announce a button without its row. */
  readonly target: string;
  readonly icon: IconName;
  readonly look?: ButtonLook;
}

/** An action without input: a form with one button. */
export function ActionButton({
  action,
  answer,
  intent,
  label,
  target: of,
  icon,
  look = "quiet",
}: ActionButtonProps) {
  return (
    <AdminForm action={action} intent={intent} answer={answer} className="contents">
      {({ busy }) => (
        <Button type="submit" size="sm" look={look} disabled={busy} aria-label={`${label}: ${of}`}>
          <Icon name={icon} size={15} />
          {label}
        </Button>
      )}
    </AdminForm>
  );
}

/** A collapsed form under a row's buttons. */
export function Disclosure({
  label,
  target: of,
  icon,
  children,
}: Pick<ActionButtonProps, "label" | "target" | "icon"> & {
  readonly children: ReactNode;
}) {
  return (
    <details className="open:order-last open:basis-full">
      <summary
        aria-label={`${label}: ${of}`}
        className={buttonClasses(
          { look: "quiet", size: "sm" },
          "list-none [&::-webkit-details-marker]:hidden",
        )}
      >
        <Icon name={icon} size={15} />
        {label}
      </summary>
      <div className="mx-3 mt-2 mb-1 grid max-w-lg grid-cols-1 gap-4 rounded-md border border-line bg-canvas p-4">
        {children}
      </div>
    </details>
  );
}

/** Asks for a reason, then deletes. */
export function DeleteDisclosure({
  action,
  answer,
  intent,
  of,
  consequence,
  children,
}: RowForms & {
  readonly intent: string;
  readonly of: string;
  readonly consequence: string;
  readonly children?: (state: {
    fields: Readonly<Record<string, string>>;
    typed: Readonly<Record<string, string>>;
  }) => ReactNode;
}) {
  return (
    <Disclosure label="Delete" target={of} icon="trash-2">
      <p className="text-sm text-muted">{consequence}</p>
      <AdminForm action={action} intent={intent} answer={answer}>
        {({ busy, ...state }) => (
          <>
            {children?.(state)}
            <Button type="submit" size="sm" look="danger" disabled={busy} className="justify-self-start">
              {busy ? "Deleting..." : "Delete"}
            </Button>
          </>
        )}
      </AdminForm>
    </Disclosure>
  );
}

const BADGE =
  "inline-flex items-center gap-1 rounded-full px-2 py-0.5 text-xs font-semibold whitespace-nowrap";
const LOOKS = {
  accent: "bg-accent-soft text-accent",
  warning: "bg-warning-soft text-warning",
  danger: "bg-danger-soft text-danger",
  quiet: "bg-hover text-muted",
} as const;

export function RowBadge({
  look,
  icon,
  children,
}: {
  readonly look: keyof typeof LOOKS;
  readonly icon?: IconName;
  readonly children: ReactNode;
}) {
  return (
    <span className={`${BADGE} ${LOOKS[look]}`}>
      {icon ? <Icon name={icon} size={13} /> : null}
      {children}
    </span>
  );
}
