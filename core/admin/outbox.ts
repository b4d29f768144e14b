/** What the outbox of mails and text messages shows to administrators. Times are RFC 3339 in UTC. */
export interface OutboxEntry {
  /** Digits; the newest has the greatest. */
  readonly id: string;
  readonly channel: "mail" | "sms" | "whatsapp";
  readonly to: string;
  /** Empty for a text message. */
  readonly subject: string;
  /** "waiting" is to be sent, "kept" was written while there was no server to send it. */
  readonly state: "waiting" | "sent" | "failed" | "kept";
  readonly attempts: number;
  /** Why the last try failed. */
  readonly error: string | null;
  readonly createdAt: string;
  readonly sentAt: string | null;
}

export interface OutboxPage {
  readonly entries: readonly OutboxEntry[];
  /** Where the older ones go on; null when there are none. */
  readonly nextBefore: string | null;
  /** Whether mails, and text messages, are sent on. */
  readonly sendsMails: boolean;
  readonly sendsTexts: boolean;
}

export interface OutboxMail extends OutboxEntry {
  /** Null once it is sent, when it is not needed any more, and for the reader's own. */
  readonly text: string | null;
  /** It is addressed to the reader: its code would let whoever uses their open session sign in as them. */
  readonly isOwn: boolean;
}
