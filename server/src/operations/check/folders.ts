import { constants, type Stats } from 'node:fs'
import { access, lstat, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../../core/config.ts'
import { errorCode } from '../../core/disk/error-code.ts'
import { nameUser, userForCommand } from '../../core/settings/user-name.ts'
import { failed, ok, warning, type Result } from './finding.ts'

/**
 * Checks the folders and files in the settings: whether they exist or can be created, who owns them, and who may read
 * them.
 */
export async function lookAtFolders(config: Config): Promise<Result[]> {
  const { dataDir, auditProofDir, auditStream } = config
  return [
    await lookAtFolder('DATA_DIR', dataDir),
    ...(await findUnusable(dataDir)),
    ...(auditProofDir.startsWith(dataDir + path.sep)
      ? []
      : [await lookAtFolder('AUDIT_PROOF_DIR', auditProofDir, await ownerOf(dataDir))]),
    ...(auditStream === undefined || auditStream === 'stdout' ? [] : [await lookAtStream(auditStream)]),
  ]
}

/** @param server the user of the server, if another folder shows it */
async function lookAtFolder(setting: string, folder: string, server?: number): Promise<Result> {
  const info = await stat(folder).catch((error: unknown) => errorCode(error))
  if (info === 'ENOENT') {
    const above = await findExistingAbove(folder)
    return (await isUsable(above))
      ? ok(`${setting} ${folder} does not exist yet; the first start creates it`)
      : failed(
          `${setting} ${folder} does not exist, and ${await describeMissingPermission(above)}. Create it: ${installCommand(folder)}`,
        )
  }
  if (typeof info === 'string') return failed(`${setting} ${folder} cannot be read: ${info}. ${runAsOwner}`)
  if (!info.isDirectory()) return failed(`${setting} ${folder} is not a folder. Set another`)
  if (!(await isUsable(folder))) return failed(`${setting}: ${await describeMissingPermission(folder)}. ${runAsOwner}`)
  if ((info.mode & 0o002) !== 0)
    return failed(`${setting} ${folder} can be changed by every user. Fix: chmod 0700 ${folder}`)
  const belongs = `${setting} ${folder} belongs to user ${nameUser(info.uid)}`
  // Root may use every folder, so its own access proves nothing.
  if (process.geteuid?.() !== 0) return ok(belongs)
  if (server !== undefined && info.uid !== server && (info.mode & 0o022) === 0)
    return failed(`${belongs}, DATA_DIR to user ${nameUser(server)}. Fix: chown ${userForCommand(server)} ${folder}`)
  const unknown = 'root runs this check, which cannot tell whether the server runs as that user'
  return info.uid === 0 ? warning(`${belongs}, and ${unknown}`) : ok(`${belongs}; ${unknown}`)
}

export const runAsOwner = 'Run this as the user of the server, or give it the folder'

/**
 * What the folder's owner cannot use: files of another user, usually root's, and those whose mode denies the owner
 * access.
 */
async function findUnusable(dataDir: string): Promise<Result[]> {
  const owner = await ownerOf(dataDir)
  if (owner === undefined || process.geteuid === undefined) return []
  const foreign: string[] = []
  const rejected: string[] = []
  for await (const { name, info } of everythingIn(dataDir)) {
    if (info.uid !== owner) foreign.push(name)
    const needed = info.isDirectory() ? 0o700 : name.startsWith('console.db') ? 0o600 : 0o400
    if ((info.mode & needed) !== needed) rejected.push(name)
  }
  const ofOther = `belong to another user than the folder, ${nameUser(owner)}`
  return [
    ...describeFiles(dataDir, foreign, ofOther, `sudo chown -R ${userForCommand(owner)} ${dataDir}`),
    ...describeFiles(dataDir, rejected, 'have a mode that denies their owner access', `sudo chmod -R u+rwX ${dataDir}`),
  ]
}

/** Lists names within the folder. The contents of a folder that may not be read are left out, not the folder itself. */
async function* everythingIn(folder: string, within = ''): AsyncGenerator<{ name: string; info: Stats }> {
  const names = await readdir(path.join(folder, within)).catch(() => [])
  for (const name of names.map((each) => path.join(within, each))) {
    const info = await lstat(path.join(folder, name)).catch(() => undefined)
    if (info === undefined) continue
    yield { name, info }
    if (info.isDirectory()) yield* everythingIn(folder, name)
  }
}

function describeFiles(dataDir: string, [first, ...others]: string[], what: string, command: string): Result[] {
  if (first === undefined) return []
  return [failed(`${others.length + 1} of the files in ${dataDir} ${what}: ${first} is the first. Fix: ${command}`)]
}

/** Undefined if there is no such folder. */
const ownerOf = async (folder: string) => (await stat(folder).catch(() => undefined))?.uid

async function lookAtStream(file: string): Promise<Result> {
  const place = (await exists(file)) ? file : path.dirname(file)
  if (!(await exists(place))) return failed(`AUDIT_STREAM ${file}: there is no folder ${place}. Create it`)
  return (await isUsable(place))
    ? ok(`AUDIT_STREAM ${file} can be written`)
    : failed(`AUDIT_STREAM ${file}: ${await describeMissingPermission(place)}. ${runAsOwner}`)
}

async function describeMissingPermission(place: string): Promise<string> {
  const { uid } = await stat(place)
  const us = process.geteuid === undefined ? 'this user' : `user ${nameUser(process.geteuid())}`
  return `${us} cannot write to ${place}, which belongs to user ${nameUser(uid)}`
}

const installCommand = (folder: string) => {
  const us = process.geteuid === undefined ? 'USER' : userForCommand(process.geteuid())
  return `sudo install -d -o ${us} -m 0700 ${folder}`
}

async function findExistingAbove(place: string): Promise<string> {
  const above = path.dirname(place)
  return (await exists(above)) || above === place ? above : findExistingAbove(above)
}

const exists = (place: string) =>
  stat(place).then(
    () => true,
    (error: unknown) => errorCode(error) !== 'ENOENT',
  )

const isUsable = (place: string) =>
  access(place, constants.R_OK | constants.W_OK).then(
    () => true,
    () => false,
  )
