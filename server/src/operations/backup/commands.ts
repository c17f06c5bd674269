import path from 'node:path'
import { parseArgs } from 'node:util'
import { toSeen } from '@health-console/formats/unseen.ts'
import { type Command, type CommandAlone, getOnly, toPath } from '../../commands/command.ts'
import { ExitError, UsageError } from '../../commands/command-errors.ts'
import type { Terminal } from '../../commands/terminal.ts'
import { createProgress, inWords } from '../../commands/progress.ts'
import type { Context } from '../../core/context.ts'
import { noteRun } from '../../core/database/console-state/maintenance-runs.ts'
import { readSpecifiedFile } from '../../core/disk/ordinary-file.ts'
import { createBackup } from './create-backup.ts'
import { drillBackup } from './drill-backup.ts'
import type { Backup } from './list-backups.ts'
import { restoreBackup } from './restore-backup.ts'

export const backupCommand: Command = {
  usage: 'backup FOLDER [--keep COUNT] [--recipient age1…]',
  summary:
    'Back up the database, the model files and the audit log’s proof to a new folder in FOLDER, also while the server is running. Files already in an earlier backup are hard-linked and take no extra space. The master key is never included.',
  options: {
    '--keep COUNT': 'keep only this many backups.',
    '--recipient age1…': 'encrypt for this age public key; may be repeated.',
  },
  async run(context, args, terminal: Terminal = process) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { keep: { type: 'string' }, recipient: { type: 'string', multiple: true } },
    })
    const keep = values.keep === undefined ? undefined : Number(values.keep)
    if (keep !== undefined && !(Number.isInteger(keep) && keep > 0))
      throw new UsageError('--keep needs a whole number of at least 1.')
    const parent = toPath(getOnly(positionals, 'folder'), terminal)
    return noteRun(context, 'backup', () => backUp(context, parent, { keep, recipients: values.recipient ?? [] }))
  },
}

async function backUp(
  context: Context,
  parent: string,
  options: { keep: number | undefined; recipients: string[] },
): Promise<string> {
  const progress = createProgress('Backed up', 1, 'files')
  const made = await createBackup(context, parent, {
    ...options,
    onProgress: (done, total) => progress.show(done, done / Math.max(total, 1)),
  }).finally(progress.clear)
  const { folder, manifest, linked, removed, others } = made
  const report = [
    `The backup is in ${folder}: the database and ${manifest.objects.length} model files, ${linked} of them linked from an earlier backup.`,
    ...(removed.length > 0 ? [`Older backups removed: ${removed.join(', ')}.`] : []),
    ...(others.foreign.length > 0
      ? [
          `Folders in ${parent} that are neither used nor removed, because this console did not sign them, they were renamed, or others can change them: ${listSome(others.foreign)}.`,
        ]
      : []),
  ].join('\n')
  const errors = describeErrors(made, parent)
  if (errors.length > 0) throw new ExitError(1, [report, ...errors].join('\n'))
  return report
}

function describeErrors(
  { manifest: { missing }, lost, others: { ahead, errors, readable } }: Awaited<ReturnType<typeof createBackup>>,
  parent: string,
): string[] {
  return [
    ...(missing.length > 0 ? [`Missing from the file storage: ${missing.join(', ')}`] : []),
    ...(lost.length > 0
      ? [`Missing from the file storage, and in this backup only from an earlier one: ${lost.join(', ')}`]
      : []),
    ...errors.map(({ message }) => `${message} Remove that backup.`),
    ...(ahead.length > 0
      ? [
          `The time of these backups in ${parent} is ahead, so --keep neither counts nor removes them: ${listSome(ahead.map((backup) => path.basename(backup.folder)))}. Compare the clock. If it is right, remove them once you no longer need them.`,
        ]
      : []),
    ...(readable.length > 0
      ? [`Other users can read these backups in ${parent}: ${listSome(readable)}. Fix: chmod -R go= ${parent}`]
      : []),
  ]
}

const mostListed = 5

function listSome(names: string[]): string {
  const listed = names
    .slice(0, mostListed)
    .map((name) => toSeen(name).replaceAll(/\s/g, '?'))
    .join(', ')
  return names.length > mostListed ? `${listed} and ${names.length - mostListed} more` : listed
}

export const restoreCommand: CommandAlone = {
  usage: 'restore FOLDER [--erased FILE] [--identity FILE] [--new-key] [--may-be-forged]',
  summary:
    'Restore a backup, or the newest one in FOLDER, to an empty location while no server is running. Every hash is checked, the audit log and the files are verified, and sessions, links and uploads end.',
  options: {
    '--erased FILE': 'erase these users again: erased.ndjson from the folder of the checkpoints.',
    '--identity FILE': 'the age secret key of an encrypted backup.',
    '--new-key': 'restore without the master key of the backup.',
    '--may-be-forged':
      'accept a backup without a signature or without its master key. Anyone who could write to it may have changed it.',
  },
  async runAlone(config, args, terminal: Terminal = process) {
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
    const restored = await restoreBackup(config, toPath(getOnly(positionals, 'folder'), terminal), {
      ...(values.erased !== undefined && { erased: toPath(values.erased, terminal) }),
      identities: await readIdentities(values.identity, terminal),
      isNewKey: values['new-key'] ?? false,
      mayBeForged: values['may-be-forged'] ?? false,
      onProgress: (doing) => terminal.stderr.write(`${doing} …\n`),
    })
    const { manifest, erasedAgain } = restored
    const warnings = [...describePassedOver(restored.passedOver), ...restored.warnings]
    const report = [
      `The backup of ${manifest.madeAt} is restored. Audit log and files are verified.`,
      'All admins have to sign in again. Links and upload URLs that were handed out no longer work.',
      erasedAgain === undefined
        ? `Users who were erased after ${manifest.madeAt} are back. If there are any, restore again with --erased FILE (erased.ndjson next to the checkpoints).`
        : `Erased users who were in the backup and were erased again: ${erasedAgain}.`,
      'Model versions that were withdrawn since are published again. Withdraw them again before devices use them.',
    ]
    if (warnings.length === 0) return report.join('\n')
    throw new ExitError(
      1,
      [`The backup of ${manifest.madeAt} was restored, but:`, ...warnings, ...report.slice(1)].join('\n'),
    )
  },
}

export const drillCommand: Command = {
  usage: 'drill FOLDER [--in FOLDER] [--identity FILE]',
  summary:
    'Restore a backup, or the newest one in FOLDER, to a temporary location, check every hash, verify the audit log and the files, and report how long it took. Everything is deleted afterwards. On PostgreSQL a temporary database is created and dropped. The drill of a new version rehearses the upgrade: it migrates only what it has restored.',
  leavesTables: true,
  async run(context, args, terminal: Terminal = process) {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: { in: { type: 'string' }, identity: { type: 'string', multiple: true } },
    })
    const folder = toPath(getOnly(positionals, 'folder'), terminal)
    const parent = values.in === undefined ? undefined : toPath(values.in, terminal)
    const identities = await readIdentities(values.identity, terminal)
    return noteRun(context, 'drill', async () => {
      const { manifest, warnings, passedOver, tookMs } = await drillBackup(context, folder, {
        parent,
        identities,
        onProgress: (doing) => terminal.stderr.write(`${doing} …\n`),
      })
      const { madeAt, objects } = manifest
      const report = `The backup of ${madeAt} was restored in ${inWords(tookMs)}: the database and ${objects.length} model files.`
      const notes = describePassedOver(passedOver)
      if (warnings.length > 0) throw new ExitError(1, [`${report} But:`, ...warnings, ...notes].join('\n'))
      const verified = 'Every hash matches, and the audit log and the files are verified. Everything was deleted again.'
      return [`${report} ${verified}`, ...notes].join('\n')
    })
  },
}

function describePassedOver(passedOver: Backup[]): string[] {
  if (passedOver.length === 0) return []
  const names = listSome(passedOver.map(({ folder }) => path.basename(folder)))
  return [
    `Passed over, because the master key does not prove them or their time is ahead, although they claim to be newer: ${names}.`,
  ]
}

const mostIdentityBytes = 2 ** 20

/** Reads the secret keys from files that `age-keygen` wrote. */
async function readIdentities(files: string[] = [], terminal: Terminal): Promise<string[]> {
  const keys = await Promise.all(
    files.map(async (file) => {
      const lines = (await readSpecifiedFile(toPath(file, terminal), mostIdentityBytes)).split(/\r?\n/)
      const inFile = lines.map((line) => line.trim()).filter((line) => line !== '' && !line.startsWith('#'))
      if (inFile.length === 0) throw new Error(`There is no secret key in ${file}.`)
      return inFile
    }),
  )
  return keys.flat()
}
