import type { OutboxEntry } from "#core/admin/outbox.ts";
import { classNames } from "#web/ui/class-names.ts";

const STATES: Readonly<Record<OutboxEntry["state"], { readonly label: string; readonly look: string }>> = {
  sent: { label: "Sent", look: "bg-accent-soft text-accent" },
  waiting: { label: "Waiting", look: "bg-warning-soft text-warning" },
  kept: { label: "Not sent", look: "bg-hover text-muted" },
  failed: { label: "Failed", look: "bg-danger-soft text-danger" },
};

export function OutboxState({ state }: { state: OutboxEntry["state"] }) {
  const { label, look } = STATES[state];
  return (
    <span className={classNames("rounded-full px-2.5 py-0.5 text-xs font-semibold", look)}>{label}</span>
  );
}

/** The subject of an email; text messages have none. */
export const getEntryHeading = ({ channel, subject }: OutboxEntry): string =>
  channel === "mail" ? subject : channel === "sms" ? "Text message" : "WhatsApp message";

/** Phone numbers are stored without their plus sign. */
export const formatRecipient = ({ channel, to }: OutboxEntry): string => (channel === "mail" ? to : `+${to}`);
