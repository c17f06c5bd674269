import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { findChainEnd } from '../audit/chain.ts'
import { readKnown } from '../audit/known-keys.ts'
import { CannotVerify, describeVerdict, parseCheckpoints, isVerifierKey, toExitCode } from '../audit/verify-audit.mjs'
import { verifyAuditLog } from '../audit/verify.ts'
import type { Context } from '../context.ts'
import { noteRun } from '../database/maintenance-runs.ts'
import { createProgress } from './progress.ts'
import { type Command, ExitError, toPath } from './command.ts'

export const verifyAuditCommand: Command = {
  usage: 'verify-audit [--against FILE] [--key VERIFIER-KEY]',
  summary:
    'Read the whole audit log and compare it with the checkpoints kept beside the data, or with those in a file. Ends with 0 when it is whole, 1 when it is broken, 2 when this cannot be verified.',
  async run(context, args) {
    const { values } = parseArgs({ args, options: { against: { type: 'string' }, key: { type: 'string' } } })
    const verify = () => verifyAudit(context, values)
    // A checkpoint from elsewhere may be an old one, or a wrong file.
    return values.against === undefined ? noteRun(context, 'verify_audit', verify) : verify()
  },
}

async function verifyAudit(context: Context, values: { against?: string; key?: string }): Promise<string> {
  const { db } = context
  // Before the rows, because the audit log grows while it is read.
  const known = await readKnown(context)
  const checkpoints =
    values.against === undefined ? known.checkpoints : parseCheckpoints(await readFile(toPath(values.against), 'utf8'))
  if (values.against !== undefined && checkpoints.length === 0) {
    throw new ExitError(2, `There is no checkpoint in ${values.against}.`)
  }
  if (values.key !== undefined && !isVerifierKey(values.key)) {
    throw new ExitError(2, '--key names no verifier key, as audit-key prints them.')
  }
  const verifierKeys = [...known.publicKeys, ...(values.key === undefined ? [] : [values.key])]
  const end = await findChainEnd(db)
  const progress = createProgress('Verified', end?.sequence ?? 0, 'rows')
  const onProgress = (sequence: number) => progress.show(sequence, sequence)
  const verdict = await verifyAuditLog(db, { checkpoints, verifierKeys, onProgress })
    .finally(progress.clear)
    .catch((error: unknown) => {
      throw error instanceof CannotVerify ? new ExitError(2, error.message) : error
    })
  const exitCode = toExitCode(verdict)
  if (exitCode !== 0) throw new ExitError(exitCode, describeVerdict(verdict))
  return describeVerdict(verdict)
}
