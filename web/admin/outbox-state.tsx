import type { OutboxEntry } from "#core/admin/outbox.ts";
import { classNames } from "#web/ui/class-names.ts";

const STATES: Readonly<Record<OutboxEntry["state"], { readonly label: string; readonly className: string }>> =
  {
    sent: { label: "Sent", className: "bg-accent-soft text-accent" },
    waiting: { label: "Queued", className: "bg-warning-soft text-warning" },
    stored: { label: "Not sent", className: "bg-hover text-muted" },
    failed: { label: "Failed", className: "bg-danger-soft text-danger" },
  };

export function OutboxState({ state }: { state: OutboxEntry["state"] }) {
  const { label, className } = STATES[state];
  return (
    <span className={classNames("rounded-full px-2.5 py-0.5 text-xs font-semibold", className)}>{label}</span>
  );
}

/** The subject of an email; text messages have none. */
export const getEntryHeading = ({ channel, subject }: OutboxEntry): string =>
  channel === "email" ? subject : channel === "sms" ? "Text message" : "WhatsApp message";

/** Phone numbers are stored without their plus sign. */
export const formatRecipient = ({ channel, to }: OutboxEntry): string =>
  channel === "email" ? to : `+${to}`;
