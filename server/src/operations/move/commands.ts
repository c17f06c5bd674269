import { parseArgs } from 'node:util'
import { readSettingsFile } from '../../../../bin/settings-file.js'
import { type CommandAlone, toPath } from '../../commands/command.ts'
import { ExitError, UsageError } from '../../commands/command-errors.ts'
import type { Terminal } from '../../commands/terminal.ts'
import { explainError } from '../../commands/explain-error.ts'
import { createProgress } from '../../commands/progress.ts'
import { readConfig } from '../../core/config.ts'
import { moveConsole, type Step } from './move-console.ts'

export const moveCommand: CommandAlone = {
  usage: 'move --to=FILE',
  summary:
    'Move the console from the embedded database to PostgreSQL, from local files to a bucket, or both, while no server is running. FILE has the settings of the target. All rows and files are compared by hash, the audit log is verified, and sessions and unfinished uploads end. The source is kept unchanged, but marked as moved so that nothing starts on it. Run the command again to continue an interrupted move.',
  async runAlone(from, args, terminal: Terminal = process) {
    const { values } = parseArgs({ args, options: { to: { type: 'string' } } })
    if (values.to === undefined) throw new UsageError('--to=FILE is required: the settings of the target.')
    const settings = readSettingsFile('--to', toPath(values.to, terminal))
    const to = readConfig({ NODE_ENV: terminal.env['NODE_ENV'], ...settings })
    let verb: string | undefined
    let progress = createProgress('', 1)
    const onProgress = (step: Step) => {
      if (verb !== step.verb) {
        progress.clear()
        progress = createProgress(step.verb, step.total, step.unit)
        verb = step.verb
      }
      progress.show(step.done, step.done)
    }
    const done = await moveConsole(from, to, onProgress)
      .catch((error: unknown) => {
        // Errors of SQLite are about the source. All others are about the target, which only its settings can name.
        throw error instanceof Error && 'errcode' in error
          ? error
          : new Error(explainError(error, to), { cause: error })
      })
      .finally(() => progress.clear())
    if ('finishedAtMs' in done)
      return `The console has already been moved, at ${new Date(done.finishedAtMs).toISOString()}. Start the server with the new settings.`
    const { rows, objects, warnings } = done
    const moved = [
      ...(rows === undefined ? [] : [`${rows.toLocaleString('en-GB')} rows`]),
      ...(objects === undefined ? [] : [`${objects} model files`]),
    ].join(' and ')
    const report = [
      `Moved ${moved}. Every hash matches, and the audit log is verified.`,
      'Start the server with the new settings. All admins have to sign in again; unfinished uploads have to be started again.',
      `The source is unchanged, for a rollback: ${from.dataDir}. Its moved.json keeps servers from starting on it.`,
    ]
    if (warnings.length === 0) return report.join('\n')
    throw new ExitError(1, [`Moved ${moved}, but:`, ...warnings, ...report.slice(1)].join('\n'))
  },
}
