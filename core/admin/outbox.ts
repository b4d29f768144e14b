/** The outbox of emails and text messages as shown to administrators. Times are RFC 3339 in UTC. */
export interface OutboxEntry {
  /** Digits; newer entries have greater IDs. */
  readonly id: string;
  readonly channel: "email" | "sms" | "whatsapp";
  readonly to: string;
  /** Empty for a text message. */
  readonly subject: string;
  /** "waiting": not sent yet. "stored": created while no server was configured. */
  readonly state: "waiting" | "sent" | "failed" | "stored";
  readonly attempts: number;
  readonly error: string | null;
  readonly createdAt: string;
  readonly sentAt: string | null;
}

export interface OutboxPage {
  readonly entries: readonly OutboxEntry[];
  readonly nextBefore: string | null;
  readonly isEmailConfigured: boolean;
  readonly isTextMessagingConfigured: boolean;
}

export interface OutboxMessage extends OutboxEntry {
  /** Null if the message was sent or is addressed to the viewer. */
  readonly text: string | null;
  /** Whether it is addressed to the viewer. If so, its text is hidden, because it may contain a sign-in code. */
  readonly isOwn: boolean;
}
