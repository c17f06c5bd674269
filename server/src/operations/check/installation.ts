import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import { findPackageJSON } from 'node:module'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { errorCode } from '../../core/disk/error-code.ts'
import { openOrdinaryFile, readOrdinaryFile } from '../../core/disk/ordinary-file.ts'
import { isSupportedAt, supportedUntil, version } from '../../core/settings/version.ts'
import { failed, ok, warning, type Result } from './finding.ts'

/** The list of all files of a release, in the format of `sha256sum`. A checkout has none. */
export const filesList = 'FILES.sha256'

/** Says until when this version receives fixes. */
export async function lookAtSupport(nowMs = Date.now()): Promise<Result[]> {
  if (isSupportedAt(nowMs)) return [ok(`Health Console ${version} receives fixes until ${supportedUntil}`)]
  return [
    warning(`Health Console ${version} has received no fixes since ${supportedUntil}. Upgrade to a newer version`),
  ]
}

const installation = path.resolve(findPackageJSON(import.meta.url) ?? '', '../..')
const mostNamed = 3
const mostListBytes = 2 ** 20
/**
 * The folders that contain only files of the release. Node.js is searched for in the last two, also if the release came
 * without.
 */
const ownFolders = ['bin', 'deploy', 'docs', 'server', 'web', 'node', 'node_modules']
const remedy = 'Unpack the release again, into an empty folder that only its owner can change'

/**
 * Compares the installed files with the list that came with them, and looks for others next to them. This finds damage
 * and mistakes; anyone who can change the files can change the list too.
 */
export async function lookAtInstallation(folder: string): Promise<Result[]> {
  const list = await readOrdinaryFile(path.join(folder, filesList), mostListBytes).catch(() => undefined)
  if (list === undefined) {
    const isCheckout = existsSync(path.join(folder, 'package-lock.json'))
    return isCheckout ? [] : [failed(`${filesList} is missing or cannot be read. ${remedy}`)]
  }
  const lines = list.split('\n').filter(Boolean)
  const sums = new Map(lines.map((line) => [line.slice(66), line.slice(0, 64)]))
  const problems = await findOthers(folder, sums)
  for (const [name, sum] of sums) {
    const problem = await compare(path.join(folder, name), sum)
    if (problem) problems.push(`${name} ${problem}`)
  }
  if (problems.length === 0) return [ok(`the ${sums.size} files of the release are unchanged`)]
  const more = problems.length > mostNamed ? `, and ${problems.length - mostNamed} more` : ''
  return [failed(`${problems.sort().slice(0, mostNamed).join(', ')}${more}. ${remedy}`)]
}

export const lookAtThisInstallation = () => lookAtInstallation(installation)

/**
 * What else is in the folders of the release, such as files of an earlier one, and folders in which every user can put
 * something. Next to these folders there may be others, such as the data.
 */
async function findOthers(folder: string, listed: Map<string, string>): Promise<string[]> {
  const problems: string[] = []
  const search = async (place: string): Promise<void> => {
    const info = await stat(path.join(folder, place)).catch(() => undefined)
    if (info && (info.mode & 0o002) !== 0) problems.push(`${place || folder} ${changeable}`)
    if (place === '') return
    const entries = await readdir(path.join(folder, place), { withFileTypes: true }).catch(() => [])
    for (const entry of entries) {
      const name = `${place}/${entry.name}`
      if (entry.isDirectory()) await search(name)
      else if (!listed.has(name)) problems.push(`${name} is not part of the release`)
    }
  }
  for (const each of ['', ...ownFolders]) await search(each)
  return problems
}

const changeable = 'can be changed by every user'

async function compare(file: string, sum: string): Promise<string | undefined> {
  const hash = createHash('sha256')
  try {
    await using handle = await openOrdinaryFile(file)
    if (((await handle.stat()).mode & 0o002) !== 0) return changeable
    await pipeline(handle.createReadStream({ autoClose: false }), hash)
  } catch (error) {
    return errorCode(error) === 'ENOENT' ? 'is missing' : 'cannot be read'
  }
  return hash.digest('hex') === sum ? undefined : 'differs from the release'
}
