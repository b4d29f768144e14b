import { type ComponentProps, type ReactNode, use } from "react";
import { Button } from "#web/ui/button.tsx";
import { FormContext } from "#web/ui/field.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { IconName } from "#web/ui/icon-names.ts";

/**
 * An error that doesn't belong to a single field. Announced by screen readers. With `stepUpReturnPath`, it links to a
 * step-up that leads back to that path.
 */
export function Problem({
  children,
  stepUpReturnPath,
}: {
  children: ReactNode;
  stepUpReturnPath?: string | undefined;
}) {
  return (
    <p role="alert" className="rounded-md bg-danger-soft px-3 py-2 text-sm text-danger">
      {children}
      {stepUpReturnPath ? (
        <>
          {" "}
          <a
            href={`/settings/confirm?${new URLSearchParams({ next: stepUpReturnPath })}`}
            className="font-semibold underline"
          >
            Confirm it's you
          </a>
        </>
      ) : null}
    </p>
  );
}

interface SubmitButtonProps extends Omit<ComponentProps<typeof Button>, "type" | "children"> {
  readonly label: string;
  readonly busyLabel?: string;
  readonly icon?: IconName;
}

/** Submits the form around it, and ignores presses until the response arrives. */
export function SubmitButton({ label, busyLabel = label, icon, ...rest }: SubmitButtonProps) {
  const { busy } = use(FormContext);
  return (
    <Button type="submit" busy={busy} className="justify-self-start" {...rest}>
      {icon ? <Icon name={icon} /> : null}
      {busy ? busyLabel : label}
    </Button>
  );
}
