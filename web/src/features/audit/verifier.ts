/** The program that verifies an export without this server. */
export const verifierPath = '/v1/audit-events/verify-audit.mjs'
