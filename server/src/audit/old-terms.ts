/** An audit entry of version 1 or 2. */
export type OldEvent = {
  sequence: number
  atMs: number
  action: string
  outcome: 'ok' | 'denied' | 'failed'
  subject: string | null
  address: string | null
  requestId: string | null
}

type Named = (subject: string) => string[]

const one =
  (kind: string): Named =>
  (subject) => [`${kind}:${subject}`]

/** `file version`, or `file upload`. */
const fileAnd =
  (other: 'version' | 'upload'): Named =>
  (subject) => {
    const [file = '', given] = subject.split(' ')
    if (given === undefined) return [`${other === 'upload' ? 'upload' : 'file'}:${file}`]
    return [`file:${file}`, other === 'version' ? `version:${file}/${given}` : `upload:${given}`]
  }

const patients: Named = (subject) => subject.split(',').map((memberId) => `patient:${memberId}`)
const userAndReport: Named = (subject) => {
  const [user = '', report] = subject.split(' ')
  return report === undefined ? [`user:${user}`] : [`user:${user}`, `report:${report}`]
}

/** What the subject of an action was, by the beginning of the action's name; the longest comes first. */
const kinds: [string, Named][] = [
  ['patients.view', patients],
  ['patients.search', patients],
  ['patients.download', patients],
  ['patients.', one('import')],
  ['users.', one('user')],
  ['user.', one('user')],
  ['reports.', userAndReport],
  ['report.', userAndReport],
  ['files.history', one('file')],
  ['files.download', fileAnd('version')],
  ['files.restore', fileAnd('version')],
  ['files.publish', fileAnd('version')],
  ['files.', fileAnd('upload')],
  ['invitation.accept', one('admin')],
  ['invitation.', one('invitation')],
  // All others are about the staff.
  ['', one('admin')],
]

/** The rows of `audit_terms` for an entry of an older version. */
export function oldTerms({ sequence, atMs, action, outcome, subject, address, requestId }: OldEvent) {
  const named = kinds.find(([beginning]) => action.startsWith(beginning))?.[1]
  const terms = new Set(subject === null || subject === '' ? [] : named?.(subject))
  if (requestId !== null) terms.add(`request:${requestId}`)
  if (address !== null) terms.add(`address:${address}`)
  return [...terms].map((term) => ({ term, action, outcome, atMs, sequence }))
}
