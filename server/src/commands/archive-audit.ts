import { parseArgs } from 'node:util'
import { archiveOldRows } from '../audit/archive.ts'
import { type Command, getOnly, toPath } from './command.ts'

export const archiveAuditCommand: Command = {
  usage: 'archive-audit FOLDER',
  summary:
    'Move the rows of the audit log that are older than AUDIT_RETENTION_YEARS into a file of the folder, seal them, and drop them from the database.',
  async run(context, args) {
    const folder = getOnly(parseArgs({ args, allowPositionals: true, options: {} }).positionals, 'folder')
    const years = context.config.auditRetentionYears
    if (years === 0) return 'AUDIT_RETENTION_YEARS is 0: the audit log is kept for good.'
    const archived = await archiveOldRows(context, toPath(folder), yearsBefore(context.now(), years))
    if (!archived) return `No row of the audit log is older than ${years} ${years === 1 ? 'year' : 'years'}.`
    const { file, first, last } = archived
    return `Rows ${first} to ${last} of the audit log are in ${file} and no longer in the database. Keep the file: it is the only copy.`
  },
}

function yearsBefore(nowMs: number, years: number): number {
  const date = new Date(nowMs)
  return date.setUTCFullYear(date.getUTCFullYear() - years)
}
