export const TABLES = ["email.outbox"];
