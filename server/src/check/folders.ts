import { constants } from 'node:fs'
import { access, readdir, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Config } from '../config.ts'
import { errorCode } from '../database/error-code.ts'
import { nameUser, userForCommand } from '../settings/user-name.ts'
import { failed, type Finding, ok } from './finding.ts'

type Line = Omit<Finding, 'part'>

/** The folders and files of the settings: whether they are there or can be made, whose they are, who may read them. */
export async function lookAtFolders(config: Config): Promise<Line[]> {
  const { dataDir, auditProofDir, auditStream } = config
  return [
    await lookAtFolder('DATA_DIR', dataDir),
    ...(await findForeign(dataDir)),
    ...(auditProofDir.startsWith(dataDir + path.sep) ? [] : [await lookAtFolder('AUDIT_PROOF_DIR', auditProofDir)]),
    ...(auditStream === undefined || auditStream === 'stdout' ? [] : [await lookAtStream(auditStream)]),
  ]
}

async function lookAtFolder(setting: string, folder: string): Promise<Line> {
  const info = await stat(folder).catch((error: unknown) => errorCode(error))
  if (info === 'ENOENT') {
    const above = await findExistingAbove(folder)
    return (await isUsable(above))
      ? ok(`${setting} ${folder} is not there yet; the first start makes it`)
      : failed(
          `${setting} ${folder} is not there, and ${await describeRefusal(above)}. Make it: ${installCommand(folder)}`,
        )
  }
  if (typeof info === 'string') return failed(`${setting} ${folder} cannot be read: ${info}. ${runAsOwner}`)
  if (!info.isDirectory()) return failed(`${setting} ${folder} is no folder. Name another`)
  if (!(await isUsable(folder))) return failed(`${setting}: ${await describeRefusal(folder)}. ${runAsOwner}`)
  if ((info.mode & 0o002) !== 0)
    return failed(`${setting} ${folder} can be changed by every user. Mend: chmod 0700 ${folder}`)
  return ok(`${setting} ${folder} belongs to user ${nameUser(info.uid)}`)
}

export const runAsOwner = 'Run this as the user of the server, or give it the folder'

/** Files of another user than the folder's: mostly root's. */
async function findForeign(dataDir: string): Promise<Line[]> {
  const owner = (await stat(dataDir).catch(() => undefined))?.uid
  if (owner === undefined || process.geteuid === undefined) return []
  const names = await readdir(dataDir, { recursive: true }).catch(() => [])
  const foreign: string[] = []
  for (const name of names) {
    const info = await stat(path.join(dataDir, name)).catch(() => undefined)
    if (info && info.uid !== owner) foreign.push(name)
  }
  const [first] = foreign
  if (first === undefined) return []
  return [
    failed(
      `${foreign.length} of the files in ${dataDir} belong to another user than the folder, the first is ${first}. ` +
        `Mend: sudo chown -R ${userForCommand(owner)} ${dataDir}`,
    ),
  ]
}

async function lookAtStream(file: string): Promise<Line> {
  const place = (await exists(file)) ? file : path.dirname(file)
  if (!(await exists(place))) return failed(`AUDIT_STREAM ${file}: there is no folder ${place}. Make it`)
  return (await isUsable(place))
    ? ok(`AUDIT_STREAM ${file} can be written`)
    : failed(`AUDIT_STREAM ${file}: ${await describeRefusal(place)}. ${runAsOwner}`)
}

async function describeRefusal(place: string): Promise<string> {
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
