// These are in a file of their own, because the URL of the audit log is read before its page is fetched.

/** The parts of the audit log that are read most: whose data was viewed or replaced, and what was changed. */
export const auditParts = ['people', 'changes'] as const
export type AuditPart = (typeof auditParts)[number]
