import type { KeyboardEvent, ReactNode } from "react";
import { SubmitButton } from "#web/forms/form-controls.tsx";
import { Badge } from "#web/ui/badge.tsx";
import { ButtonLink, type ButtonVariant, buttonClasses } from "#web/ui/button.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { IconName } from "#web/ui/icon-names.ts";
import { Link } from "#web/ui/link.tsx";
import { AdminForm } from "../admin-form.tsx";
import { ReasonField } from "../users/reason-field.tsx";

interface ActionButtonProps {
  readonly intent: string;
  readonly label: string;
  /** Names the target for screen readers, which announce a button without its row. */
  readonly target: string;
  readonly icon: IconName;
  readonly variant?: ButtonVariant;
}

export function ActionButton({ intent, label, target, icon, variant = "quiet" }: ActionButtonProps) {
  return (
    <AdminForm intent={intent} className="contents">
      <SubmitButton
        label={label}
        icon={icon}
        size="sm"
        variant={variant}
        aria-label={`${label}: ${target}`}
      />
    </AdminForm>
  );
}

/** A button that opens a form below all of its row's buttons, which stay where they are. Closes any other open form. */
export function Disclosure({
  label,
  target,
  icon,
  children,
}: Pick<ActionButtonProps, "label" | "target" | "icon"> & {
  readonly children: ReactNode;
}) {
  return (
    <details
      name="row-form"
      onKeyDown={closeOnEscape}
      className="contents details-content:order-last details-content:basis-full"
    >
      <summary
        aria-label={`${label}: ${target}`}
        className={buttonClasses(
          { variant: "quiet", size: "sm" },
          "list-none [&::-webkit-details-marker]:hidden",
        )}
      >
        <Icon name={icon} size={15} />
        {label}
      </summary>
      <div className="mx-3 mt-2 mb-1 grid max-w-lg grid-cols-1 gap-4 rounded-md border border-line bg-canvas p-4 lg:in-[.content-row]:ms-auto">
        {children}
      </div>
    </details>
  );
}

function closeOnEscape(event: KeyboardEvent<HTMLDetailsElement>): void {
  const { currentTarget: details, target } = event;
  // In a dialog, Escape closes only the dialog.
  if (event.key !== "Escape" || !details.open || (target as Element).closest("dialog")) return;
  details.open = false;
  details.querySelector("summary")?.focus();
}

export function EditLink({ to, target }: { readonly to: string; readonly target: string }) {
  return (
    <ButtonLink to={to} variant="quiet" size="sm" aria-label={`Edit: ${target}`}>
      <Icon name="pencil" size={15} />
      Edit
    </ButtonLink>
  );
}

export function DeleteDisclosure({
  intent,
  target,
  consequence,
  asksForReason = true,
  notifiesAuthor = false,
}: {
  readonly intent: string;
  readonly target: string;
  readonly consequence: string;
  readonly asksForReason?: boolean;
  readonly notifiesAuthor?: boolean;
}) {
  return (
    <Disclosure label="Delete" target={target} icon="trash-2">
      <p className="text-sm text-muted">{consequence}</p>
      <AdminForm intent={intent}>
        {asksForReason ? <ReasonField isShared={notifiesAuthor} /> : null}
        <SubmitButton label="Delete" busyLabel="Deleting..." size="sm" variant="danger" />
      </AdminForm>
    </Disclosure>
  );
}

/** Says whether an administrator who deletes a post or comment can restore it later. Shown before they delete it. */
export const describeRestoring = (isAuthorDeleted: boolean) =>
  isAuthorDeleted
    ? "You won't be able to restore it, because its author's account was deleted."
    : "You can restore it.";

export const DeletedBadge = () => <Badge variant="danger" icon="trash-2" label="Deleted" />;

/** A row of a list. Its actions are below it, or next to it on large screens. A form that they open is below both. */
export function ContentRow({ actions, children }: { actions: ReactNode; children: ReactNode }) {
  return (
    <li className="content-row grid grid-cols-1 gap-x-1 gap-y-2 px-4 py-3.5 lg:flex lg:flex-wrap lg:items-center lg:gap-y-0 lg:pe-1">
      <div className="min-w-0 lg:me-5 lg:flex-1">{children}</div>
      {/* Phones show no icons, so that the actions fit on one line. */}
      <div className="-mx-3 flex flex-wrap items-center gap-x-1 lg:contents max-sm:[&_.icon]:hidden">
        {actions}
      </div>
    </li>
  );
}

/** A row's title with its badges. Links to the public page if there is one. */
export function RowTitle({ title, to, children }: { title: string; to: string | null; children: ReactNode }) {
  return (
    <p dir="auto" className="flex flex-wrap items-center gap-x-2 gap-y-1">
      {to === null ? (
        <span className="min-w-0 font-semibold break-words">{title}</span>
      ) : (
        <Link to={to} className="min-w-0 font-semibold break-words text-link">
          {title}
        </Link>
      )}
      {children}
    </p>
  );
}

/** Restores a deleted post or comment, unless its author's account was deleted. */
export function RestoreAction({
  intent,
  target,
  canRestore,
}: {
  intent: string;
  target: string;
  canRestore: boolean;
}) {
  return canRestore ? (
    <ActionButton intent={intent} label="Restore" target={target} icon="reply" />
  ) : (
    <span className="px-3 text-sm text-faint">
      Can't be restored because its author's account was deleted.
    </span>
  );
}
