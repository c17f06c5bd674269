// Widgets use this module instead of the contract.
export { shownEmail } from '@health-console/contract/values/shown-email.ts'
