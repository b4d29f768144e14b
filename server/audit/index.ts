/**
 * The audit log: every act of an administrator, written in the transaction that does it. Owns public.audit_log; rows
 * are added and never changed. Whatever module an act belongs to calls `recordAct` itself.
 */
export { type ActQuery, listActs } from "./list-acts.ts";
export { type NewAct, recordAct } from "./record-act.ts";
