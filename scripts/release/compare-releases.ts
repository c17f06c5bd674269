import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { runStep } from '../program.ts'
import { filesBelow, sha256 } from './list-files.ts'

/**
 * Compares the tarballs of two releases, and the files in those that differ.
 * @param one a folder with the files of a release
 * @returns a line for each difference
 */
export async function compareReleases(one: string, other: string): Promise<string[]> {
  const tarballs = [...new Set([one, other].flatMap(tarballsIn))].sort()
  if (tarballs.length === 0) return [`There is no release in ${one} or ${other}.`]
  const differences: string[] = []
  for (const tarball of tarballs) {
    const folders = [one, other].filter((folder) => tarballsIn(folder).includes(tarball))
    const [place = '', otherPlace] = folders.map((folder) => path.join(folder, tarball))
    if (otherPlace === undefined) differences.push(`${tarball} is only in ${folders.join()}.`)
    else if (sha256(place) !== sha256(otherPlace)) differences.push(...(await compareTarballs(place, otherPlace)))
  }
  return differences
}

const tarballsIn = (folder: string) => readdirSync(folder).filter((name) => name.endsWith('.tar.gz'))

async function compareTarballs(one: string, other: string): Promise<string[]> {
  const temporary = mkdtempSync(path.join(tmpdir(), 'console-compare-'))
  try {
    const [before, after] = await Promise.all(
      [one, other].map(async (tarball, index) => {
        const folder = path.join(temporary, String(index))
        await runStep(['mkdir', folder])
        await runStep(['tar', '-xzf', tarball, '-C', folder])
        return new Map(filesBelow(folder).map((name) => [name, sha256(path.join(folder, name))]))
      }),
    )
    const names = [...new Set([...(before?.keys() ?? []), ...(after?.keys() ?? [])])].sort()
    const differing = names.filter((name) => before?.get(name) !== after?.get(name))
    const name = path.basename(one)
    if (differing.length === 0)
      return [`${name}: the files are the same, but their times, owners, modes or order differ.`]
    return differing.map((file) => `${name}: ${file} differs.`)
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}
