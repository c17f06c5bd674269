import { stat } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { findChainEnd } from '../core/audit/read-chain.ts'
import { byOperator } from '../core/audit/entry.ts'
import { writeExport } from '../core/audit/export-file.ts'
import { exportTrailer } from '../core/audit/export-trailer.ts'
import { readKeys, readKnown } from '../core/audit/known-keys.ts'
import { longestProofBytes } from '../core/audit/proof-files.ts'
import { describeVerdict, parseCheckpoints, isVerifierKey, toExitCode } from '../core/audit/verify-audit.mjs'
import { verifyAuditLog } from '../core/audit/verify.ts'
import type { Context } from '../core/context.ts'
import { readSpecifiedFile } from '../core/disk/ordinary-file.ts'
import { noteRun } from '../core/database/console-state/maintenance-runs.ts'
import { type Command, getOnly, toPath } from './command.ts'
import { ExitError } from './command-errors.ts'
import type { Terminal } from './terminal.ts'
import { createProgress } from './progress.ts'

export const verifyAuditCommand: Command = {
  usage: 'verify-audit [--against FILE] [--key VERIFIER-KEY]',
  summary:
    'Verify the whole audit log against the checkpoints stored with the data, or against those in a file. Exits with 0 if it is intact, 1 if it is broken, 2 if it cannot be verified.',
  async run(context, args, terminal: Terminal = process) {
    const { values } = parseArgs({ args, options: { against: { type: 'string' }, key: { type: 'string' } } })
    const against = values.against === undefined ? undefined : toPath(values.against, terminal)
    const verify = () => verifyAudit(context, { ...values, against })
    // A checkpoint from elsewhere may be outdated, or in a wrong file.
    return values.against === undefined ? noteRun(context, 'verify_audit', verify) : verify()
  },
}

async function verifyAudit(context: Context, values: { against: string | undefined; key?: string }): Promise<string> {
  const { db } = context
  const damage = await context.engine.findDamage(db)
  if (damage !== undefined)
    throw new ExitError(
      1,
      `The database is damaged: ${damage}. Stop the server, keep a copy of it, and restore a backup.`,
    )
  // This comes before the rows, because the audit log grows while it is read.
  const known = await readKnown(context)
  const checkpoints =
    values.against === undefined
      ? known.checkpoints
      : parseCheckpoints(await readSpecifiedFile(values.against, longestProofBytes))
  if (values.against !== undefined && checkpoints.length === 0) {
    throw new ExitError(2, `There is no checkpoint in ${values.against}.`)
  }
  if (values.key !== undefined && !isVerifierKey(values.key)) {
    throw new ExitError(2, '--key is not a verifier key as audit-key prints it.')
  }
  const verifierKeys = [...known.publicKeys, ...(values.key === undefined ? [] : [values.key])]
  const end = await findChainEnd(db)
  const progress = createProgress('Verified', end?.sequence ?? 0, 'rows')
  const onProgress = (sequence: number) => progress.show(sequence, sequence)
  const verdict = await verifyAuditLog(db, { checkpoints, verifierKeys, onProgress }).finally(progress.clear)
  const exitCode = toExitCode(verdict)
  if (exitCode !== 0) throw new ExitError(exitCode, describeVerdict(verdict))
  return describeVerdict(verdict)
}

export const exportAuditCommand: Command = {
  usage: 'export-audit FILE.ndjson',
  summary:
    'Export the whole audit log to a file that ends with its checkpoint, and write the verifier to the same folder.',
  async run(context, args, terminal: Terminal = process) {
    const name = getOnly(parseArgs({ args, allowPositionals: true, options: {} }).positionals, 'file')
    const file = toPath(name, terminal)
    if (await stat(file).catch(() => undefined)) throw new Error(`${file} already exists.`)
    await context.audit.write([{ ...byOperator, action: 'audit.export', subjects: [] }])
    const last = (await findChainEnd(context.db))?.sequence ?? 0
    const progress = createProgress('Exported', last, 'rows')
    const end = await writeExport(context.db, file, {
      after: 0,
      last,
      toTrailer: (newest) => exportTrailer(context, newest),
      onProgress: (sequence) => progress.show(sequence, sequence),
    }).finally(progress.clear)
    return `The audit log up to row ${end?.sequence} is in ${file}. Verify it: node verify-audit.mjs ${name}`
  },
}

export const auditKeyCommand: Command = {
  usage: 'audit-key',
  summary: 'Print the public keys that verify the checkpoints of the audit log, the current one first.',
  run: async (context) => (await readKeys(context)).join('\n'),
}
