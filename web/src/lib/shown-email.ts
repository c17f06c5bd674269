// Widgets use the library of the pages and not the contract.
export { shownEmail } from '@health-console/contract/shown-email.ts'
