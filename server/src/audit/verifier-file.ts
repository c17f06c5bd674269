/** The program that proves an export, in one file for auditors. */
export const verifierFile = new URL('./verify-audit.mjs', import.meta.url)
