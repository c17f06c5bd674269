import { Credentials } from '@health-console/contract/sessions.ts'
import * as z from 'zod/mini'

export type CredentialProblems = Partial<Record<keyof Credentials, string>>

/** What is wrong with each field, or the credentials as they are sent. */
export function checkCredentials(values: Credentials): { credentials?: Credentials; problems: CredentialProblems } {
  const { data, error } = z.safeParse(Credentials, values)
  if (data) return { credentials: data, problems: {} }
  // the first problem of a field counts, so later ones are written first
  return { problems: Object.fromEntries(error.issues.toReversed().map((issue) => [issue.path[0], issue.message])) }
}
