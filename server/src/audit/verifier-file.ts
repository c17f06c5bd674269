/** The program that verifies an export, in one file for auditors. */
export const verifierFile = new URL('./verify-audit.mjs', import.meta.url)
