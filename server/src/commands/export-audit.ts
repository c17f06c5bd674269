import { stat } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { findChainEnd } from '../audit/chain.ts'
import { byOperator } from '../audit/entry.ts'
import { writeExport } from '../audit/export-file.ts'
import { exportTrailer } from '../audit/export-trailer.ts'
import { createProgress } from './progress.ts'
import { type Command, getOnly, toPath } from './command.ts'

export const exportAuditCommand: Command = {
  usage: 'export-audit FILE.ndjson',
  summary: 'Write the whole audit log to a file, its checkpoint as the last line and the verifier beside it.',
  async run(context, args) {
    const given = getOnly(parseArgs({ args, allowPositionals: true, options: {} }).positionals, 'file')
    const file = toPath(given)
    if (await stat(file).catch(() => undefined)) throw new Error(`${file} is there already.`)
    await context.audit.write([{ ...byOperator, action: 'audit.export', subjects: [] }])
    const last = (await findChainEnd(context.db))?.sequence ?? 0
    const progress = createProgress('Exported', last, 'rows')
    const end = await writeExport(context.db, file, {
      after: 0,
      last,
      toTrailer: (newest) => exportTrailer(context, newest),
      onProgress: (sequence) => progress.show(sequence, sequence),
    }).finally(progress.clear)
    return `The audit log up to row ${end?.sequence} is in ${file}. Verify it: node verify-audit.mjs ${given}`
  },
}
