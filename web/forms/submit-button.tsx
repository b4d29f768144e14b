import { type ComponentProps, use } from "react";
import { Button } from "#web/ui/button.tsx";
import { FormContext } from "#web/ui/field.tsx";
import { Icon } from "#web/ui/icon.tsx";
import type { IconName } from "#web/ui/icon-names.ts";

interface SubmitButtonProps extends Omit<ComponentProps<typeof Button>, "type" | "children"> {
  readonly label: string;
  readonly busyLabel?: string;
  readonly icon?: IconName;
}

/** Sends the form around it, and can't be pressed again meanwhile. */
export function SubmitButton({ label, busyLabel = label, icon, disabled, ...rest }: SubmitButtonProps) {
  const { busy } = use(FormContext);
  return (
    <Button type="submit" disabled={busy || disabled} className="justify-self-start" {...rest}>
      {icon ? <Icon name={icon} /> : null}
      {busy ? busyLabel : label}
    </Button>
  );
}
