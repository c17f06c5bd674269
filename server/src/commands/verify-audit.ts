import type { Command } from './command.ts'
import { verifyAuditLog } from '../audit/store.ts'

export const verifyAuditCommand: Command = {
  usage: 'verify-audit',
  summary: 'Read the whole audit record and say whether a row was changed or removed.',
  async run({ db }) {
    const { rows, brokenAt } = await verifyAuditLog(db)
    if (brokenAt !== null)
      throw new Error(`The audit record is broken at row ${brokenAt}; the ${rows} rows before it are intact.`)
    return `The audit record is intact: ${rows} rows.`
  },
}
