import { parseArgs } from 'node:util'
import { type CommandAlone, ExitError } from '../../commands/command.ts'
import type { Terminal } from '../../commands/terminal.ts'
import { explainError } from '../../commands/explain-error.ts'
import { allNames, type Config } from '../../core/config.ts'
import { describeUnknownName, findUnknownNames } from '../../core/settings/unknown-names.ts'
import { lookAtClocks } from './clocks.ts'
import { lookAtCertificate } from './certificate.ts'
import { lookAtDatabase, lookAtPooler } from './database.ts'
import { failed, type Finding, ok, type Part, warning } from './finding.ts'
import { lookAtErasures } from './erasures.ts'
import { lookAtFolders } from './folders.ts'
import { lookAtKey } from './key.ts'
import { lookAtReplicas } from './replicas.ts'
import { lookAtRuntime } from './runtime.ts'
import { lookAtSpace } from './space.ts'
import { lookAtMail, lookAtPorts, lookAtProvider, lookAtStorage } from './services.ts'

const parts: Part[] = [
  { part: 'runtime', look: lookAtRuntime },
  { part: 'settings', look: lookAtSettings },
  { part: 'folders', look: lookAtFolders },
  { part: 'key', look: lookAtKey },
  { part: 'database', look: lookAtDatabase },
  { part: 'erasures', look: lookAtErasures },
  { part: 'pooler', look: lookAtPooler },
  { part: 'mail', look: lookAtMail },
  { part: 'storage', look: lookAtStorage },
  { part: 'provider', look: lookAtProvider },
  { part: 'replicas', look: lookAtReplicas },
  { part: 'certificate', look: lookAtCertificate },
  { part: 'ports', look: lookAtPorts },
  { part: 'clock', look: lookAtClocks },
  { part: 'space', look: lookAtSpace },
]

export const checkCommand: CommandAlone = {
  usage: 'check',
  summary:
    'Check the version of Node.js, settings, folders, master key, database, erasures, email, file storage, single sign-on, replicas, public certificate, ports, clock and free space, and report problems with their fix. Changes nothing, except that it writes a small object to the bucket and deletes it. Exits with 1 if a check fails.',
  async runAlone(config, args, terminal: Terminal = process) {
    parseArgs({ args, options: {} })
    const findings: Finding[] = []
    for (const { part, look } of parts) {
      const found = await look(config, terminal).catch((error: unknown) => [failed(explainError(error, config))])
      for (const finding of found) {
        findings.push({ part, ...finding })
        // These run at the same time, because a mail server that does not respond takes long.
        terminal.stdout.write(`${finding.state.padEnd(7)}  ${part.padEnd(8)}  ${finding.text}\n`)
      }
    }
    const count = (state: Finding['state']) => findings.filter((finding) => finding.state === state).length
    const counted = `${count('ok')} ok, ${count('warning')} warnings, ${count('failed')} failed`
    if (count('failed') > 0) throw new ExitError(1, `check: ${counted}`)
    return `check: ${counted}`
  },
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
