import { parseArgs } from 'node:util'
import { readSettingsFile } from '../../../bin/settings-file.js'
import { type CommandAlone, ExitError, toPath, UsageError } from '../commands/command.ts'
import { createProgress } from '../commands/progress.ts'
import { readConfig } from '../config.ts'
import { moveConsole, type Step } from './move-console.ts'

export const moveCommand: CommandAlone = {
  usage: 'move --to=FILE',
  summary:
    'Bring the console from the embedded database to PostgreSQL, from local files to a bucket, or both, while no server runs. The file has the settings of the new place. All rows and files are compared by their hashes, sessions and unfinished uploads end, the audit log is verified. The old place stays as it is, with a marker for which server and commands refuse it. A move that was interrupted goes on when the command runs again.',
  async runAlone(from, args) {
    const { values } = parseArgs({ args, options: { to: { type: 'string' } } })
    if (values.to === undefined) throw new UsageError('Name a file with the settings of the new place: --to=FILE.')
    const settings = readSettingsFile('--to', toPath(values.to))
    const to = readConfig({ NODE_ENV: process.env['NODE_ENV'], ...settings })
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
    const { rows, objects, warnings } = await moveConsole(from, to, onProgress).finally(() => progress.clear())
    const moved = [
      ...(rows === undefined ? [] : [`${rows.toLocaleString('en-GB')} rows`]),
      ...(objects === undefined ? [] : [`${objects} model files`]),
    ].join(' and ')
    const report = [
      `Moved ${moved}. Every hash fits, and the audit log is verified.`,
      'Start the server with the new settings. All admins have to sign in again; unfinished uploads begin again.',
      `The old place stays as it was, for the way back: ${from.dataDir}, with moved.json, for which no server starts on it.`,
    ]
    if (warnings.length === 0) return report.join('\n')
    throw new ExitError(1, [`Moved ${moved}, but:`, ...warnings, ...report.slice(1)].join('\n'))
  },
}
