import { readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { type Command, type CommandAlone, ExitError, getOnly, toPath, UsageError } from '../commands/command.ts'
import { createProgress, inWords } from '../commands/progress.ts'
import type { Context } from '../context.ts'
import { noteRun } from '../database/maintenance-runs.ts'
import { createBackup } from './create-backup.ts'
import { drillBackup } from './drill.ts'
import { restoreBackup } from './restore-backup.ts'

export const backupCommand: Command = {
  usage: 'backup FOLDER [--keep COUNT] [--recipient age1…]',
  summary:
    'Back up database, model files and the proof of the audit log into a new folder below this one, beside a running server. Files that an earlier backup there has take no space again. With --keep only the newest backups stay; with --recipient (a public key of age, several times if need be) they are encrypted. The master key is never part of it.',
  async run(context, args) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { keep: { type: 'string' }, recipient: { type: 'string', multiple: true } },
    })
    const keep = values.keep === undefined ? undefined : Number(values.keep)
    if (keep !== undefined && !(Number.isInteger(keep) && keep > 0))
      throw new UsageError('--keep needs a whole number.')
    const parent = toPath(getOnly(positionals, 'folder'))
    return noteRun(context, 'backup', () => backUp(context, parent, { keep, recipients: values.recipient ?? [] }))
  },
}

async function backUp(
  context: Context,
  parent: string,
  options: { keep: number | undefined; recipients: string[] },
): Promise<string> {
  const progress = createProgress('Backed up', 1, 'files')
  const { folder, manifest, linked, removed, damaged } = await createBackup(context, parent, {
    ...options,
    onProgress: (done, total) => progress.show(done, done / Math.max(total, 1)),
  }).finally(progress.clear)
  const { objects, missing } = manifest
  const report = [
    `The backup is in ${folder}: the database and ${objects.length} model files, ${linked} of them as in an earlier backup.`,
    ...(removed > 0 ? [`Older backups removed: ${removed}.`] : []),
  ].join('\n')
  const problems = [
    ...(missing.length > 0 ? [`Missing from the file storage: ${missing.join(', ')}`] : []),
    ...damaged.map((problem) => `${problem} Remove that backup.`),
  ]
  if (problems.length > 0) throw new ExitError(1, [report, ...problems].join('\n'))
  return report
}

export const restoreCommand: CommandAlone = {
  usage: 'restore FOLDER [--erased FILE] [--identity FILE] [--new-key] [--may-be-forged]',
  summary:
    'Restore a backup, or the newest one in the folder, into an empty place while no server runs. Every hash is checked, sessions, links and uploads end, the audit log and the files are verified. --erased names the list of erased users, erased.ndjson beside the checkpoints, and erases them again. --identity names a file with the secret key of age. --new-key does without the master key of the backup. --may-be-forged takes a backup that nothing proves, without a signature or without its master key: whoever could write to it may have changed anything in it.',
  async runAlone(config, args) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        erased: { type: 'string' },
        identity: { type: 'string', multiple: true },
        'new-key': { type: 'boolean' },
        'may-be-forged': { type: 'boolean' },
      },
    })
    const { manifest, warnings, erasedAgain } = await restoreBackup(config, toPath(getOnly(positionals, 'folder')), {
      ...(values.erased !== undefined && { erased: toPath(values.erased) }),
      identities: (await Promise.all((values.identity ?? []).map(readIdentities))).flat(),
      isNewKey: values['new-key'] ?? false,
      mayBeForged: values['may-be-forged'] ?? false,
      onProgress: (doing) => process.stderr.write(`${doing} …\n`),
    })
    const report = [
      `The backup of ${manifest.madeAt} is restored. Audit log and files are verified.`,
      'All admins have to sign in again. Links and upload URLs that were handed out no longer work.',
      erasedAgain === undefined
        ? `Users who were erased after ${manifest.madeAt} are back. If there are any, restore again with --erased FILE (erased.ndjson beside the checkpoints).`
        : `Erased users who had come back and were erased again: ${erasedAgain}.`,
    ]
    if (warnings.length === 0) return report.join('\n')
    throw new ExitError(
      1,
      [`The backup of ${manifest.madeAt} is restored, but:`, ...warnings, ...report.slice(1)].join('\n'),
    )
  },
}

export const drillCommand: Command = {
  usage: 'drill FOLDER [--in FOLDER] [--identity FILE]',
  summary:
    'Restore a backup, or the newest one in the folder, into a temporary place beside it or in another folder, check every hash, verify audit log and files, and say how long it took. Nothing of it stays. On PostgreSQL it makes a database and drops it again.',
  async run(context, args) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { in: { type: 'string' }, identity: { type: 'string', multiple: true } },
    })
    const folder = toPath(getOnly(positionals, 'folder'))
    const parent = values.in === undefined ? undefined : toPath(values.in)
    const identities = (await Promise.all((values.identity ?? []).map(readIdentities))).flat()
    return noteRun(context, 'drill', async () => {
      const { manifest, warnings, tookMs } = await drillBackup(context, folder, {
        parent,
        identities,
        onProgress: (doing) => process.stderr.write(`${doing} …\n`),
      })
      const { madeAt, objects } = manifest
      const report = `The backup of ${madeAt} was restored in ${inWords(tookMs)}: the database and ${objects.length} model files.`
      if (warnings.length > 0) throw new ExitError(1, [`${report} But:`, ...warnings].join('\n'))
      return `${report} Every hash fits, the audit log and the files are verified. Nothing of it was kept.`
    })
  },
}

/** The secret keys in a file that `age-keygen` wrote. */
async function readIdentities(file: string): Promise<string[]> {
  const lines = (await readFile(toPath(file), 'utf8')).split(/\r?\n/)
  const keys = lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'))
  if (keys.length === 0) throw new Error(`There is no secret key in ${file}.`)
  return keys
}
