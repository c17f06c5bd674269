import type { CommandAlone } from '../../commands/command.ts'
import { ExitError } from '../../commands/command-errors.ts'
import type { Terminal } from '../../commands/terminal.ts'
import { explainError, explainErrorElsewhere } from '../../commands/explain-error.ts'
import { allNames, type Config } from '../../core/config.ts'
import { describeUnknownName, findUnknownNames } from '../../core/settings/unknown-names.ts'
import { lookAtClocks } from './clocks.ts'
import { lookAtCertificate } from './certificate.ts'
import { DatabaseFailure, lookAtDatabase, checkPooler } from './database.ts'
import { failed, type Finding, ok, type CheckedPart, warning } from './finding.ts'
import { lookAtErasures } from './erasures.ts'
import { lookAtFolders } from './folders.ts'
import { lookAtSupport, lookAtThisInstallation } from './installation.ts'
import { lookAtKey } from './key.ts'
import { lookAtReplicas } from './replicas.ts'
import { lookAtRowsAhead } from './rows-ahead.ts'
import { lookAtRuntime } from './runtime.ts'
import { lookAtSpace } from './space.ts'
import { lookAtMail, lookAtPorts, lookAtProvider, lookAtStorage } from './services.ts'

const parts: CheckedPart[] = [
  { part: 'runtime', look: lookAtRuntime },
  { part: 'release', look: () => lookAtSupport() },
  { part: 'release', look: lookAtThisInstallation },
  { part: 'settings', look: lookAtSettings },
  { part: 'folders', look: lookAtFolders },
  { part: 'key', look: lookAtKey },
  { part: 'database', look: lookAtDatabase },
  { part: 'erasures', look: lookAtErasures },
  { part: 'pooler', look: checkPooler },
  { part: 'mail', look: lookAtMail },
  { part: 'storage', look: lookAtStorage },
  { part: 'provider', look: lookAtProvider },
  { part: 'replicas', look: lookAtReplicas },
  { part: 'certificate', look: lookAtCertificate },
  { part: 'ports', look: lookAtPorts },
  { part: 'clock', look: lookAtClocks },
  { part: 'clock', look: lookAtRowsAhead },
  { part: 'space', look: lookAtSpace },
]

export const checkCommand: CommandAlone = {
  usage: 'check',
  summary:
    'Check the version of Node.js, the end of support, the files of the release, settings, folders, master key, database, erasures, email, file storage, single sign-on, replicas, public certificate, ports, clock and free space, and report problems with their fix. Changes nothing, except that it writes a small object to the bucket and deletes it. Exits with 1 if a check fails.',
  async runAlone(config, _args, terminal: Terminal = process) {
    const findings: Finding[] = []
    for (const { part, look } of parts) {
      const found = await lookAt({ part, look }, config, terminal)
      for (const finding of found) {
        // Several checks may meet the same error of the database.
        if (findings.some((other) => other.part === finding.part && other.text === finding.text)) continue
        findings.push(finding)
        terminal.stdout.write(`${finding.state.padEnd(7)}  ${finding.part.padEnd(8)}  ${finding.text}\n`)
      }
    }
    const count = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length
    const counted = `${count('ok')} ok, ${count('warning')} warnings, ${count('failed')} failed`
    if (count('failed') > 0) throw new ExitError(1, `check: ${counted}`)
    return `check: ${counted}`
  },
}

/** An error of the database is reported as such, wherever it was met. */
async function lookAt({ part, look }: CheckedPart, config: Config, terminal: Terminal): Promise<Finding[]> {
  try {
    return (await look(config, terminal)).map((finding) => ({ part, ...finding }))
  } catch (error) {
    return error instanceof DatabaseFailure
      ? [{ part: 'database', ...failed(explainError(error.cause, config)) }]
      : [{ part, ...failed(explainErrorElsewhere(error)) }]
  }
}

/** Invalid settings have prevented the check. */
async function lookAtSettings({ notices }: Config, { env }: Terminal) {
  const inFile = (env['CONSOLE_SETTINGS_NAMES'] ?? '').split(' ').filter(Boolean)
  const unknown = findUnknownNames(inFile, allNames)
    .map(describeUnknownName)
    .filter((text) => !notices.includes(text))
  const set = allNames.filter((name) => env[name]).length
  return [ok(`valid; ${set} of ${allNames.length} are set`), ...[...notices, ...unknown].map(warning)]
}
