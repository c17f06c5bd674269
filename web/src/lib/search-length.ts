/** The longest search that the server accepts. A field shows no more than what is searched. */
export { maxSearchLength } from '@health-console/contract/values/text.ts'
