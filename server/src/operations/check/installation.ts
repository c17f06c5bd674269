import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { findPackageJSON } from 'node:module'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isSupportedAt, supportedUntil, version } from '../../core/settings/version.ts'
import { type Finding, failed, ok, warning } from './finding.ts'

/** The list of all files of a release, in the format of `sha256sum`. A checkout has none. */
export const filesList = 'FILES.sha256'

/** Says until when this version receives fixes. */
export async function lookAtSupport(nowMs = Date.now()): Promise<Omit<Finding, 'part'>[]> {
  if (isSupportedAt(nowMs)) return [ok(`Health Console ${version} receives fixes until ${supportedUntil}`)]
  return [
    warning(`Health Console ${version} has received no fixes since ${supportedUntil}. Upgrade to a newer version`),
  ]
}

const installation = path.resolve(findPackageJSON(import.meta.url) ?? '', '../..')
const mostNamed = 3

/**
 * Compares the installed files with the list that came with them. This finds damage; anyone who can change the files can
 * change the list too.
 */
export async function lookAtInstallation(folder: string): Promise<Omit<Finding, 'part'>[]> {
  const list = await readFile(path.join(folder, filesList), 'utf8').catch(() => undefined)
  if (list === undefined) return []
  const lines = list.split('\n').filter(Boolean)
  const different: string[] = []
  for (const line of lines) {
    const [sum = '', name = ''] = line.split('  ')
    const problem = await compare(path.join(folder, name), sum)
    if (problem) different.push(`${name} ${problem}`)
  }
  if (different.length === 0) return [ok(`the ${lines.length} files of the release are unchanged`)]
  const more = different.length > mostNamed ? `, and ${different.length - mostNamed} more` : ''
  return [failed(`${different.slice(0, mostNamed).join(', ')}${more}. Unpack the release again, into an empty folder`)]
}

export const lookAtThisInstallation = () => lookAtInstallation(installation)

async function compare(file: string, sum: string): Promise<string | undefined> {
  const hash = createHash('sha256')
  try {
    await pipeline(createReadStream(file), hash)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'is missing' : 'cannot be read'
  }
  return hash.digest('hex') === sum ? undefined : 'differs from the release'
}
