import pino from 'pino'
import { readKnown } from '../../core/audit/known-keys.ts'
import { verifyAuditLog } from '../../core/audit/verify.ts'
import { describeVerdict } from '../../core/audit/verify-audit.mjs'
import { writeCheckpoint } from '../../core/audit/write-checkpoint.ts'
import type { Context } from '../../core/context.ts'

/** What is wrong with the audit log as a sentence. Signs the log if nothing is wrong. */
export async function proveLog(context: Context): Promise<string | undefined> {
  const { checkpoints, publicKeys } = await readKnown(context)
  const verdict = await verifyAuditLog(context.db, { checkpoints, verifierKeys: publicKeys })
  if (verdict.damage) return describeVerdict(verdict)
  await writeCheckpoint(context, pino({ level: 'silent' }))
  return undefined
}
