/**
 * The audit log: every admin action, recorded in the transaction that carries it out. Owns public.audit_log;
 * rows are added and never changed. The module that carries out an action records it.
 */

export { DEMO_REMOVAL, isDemoRemoved } from "./demo-removal.ts";
export { type AuditEventQuery, listAuditEvents } from "./list-audit-events.ts";
export { type NewAuditEvent, recordAuditEvent } from "./record-audit-event.ts";
