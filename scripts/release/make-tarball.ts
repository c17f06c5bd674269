import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { runStep } from '../program.ts'
import { assemble, product } from './assemble.ts'
import { listFiles, sha256 } from './list-files.ts'
import { addNode, platform } from './portable.ts'

/** The folder in the tarball, and the prefix of the file names. */
export const label = `${product.name}-${product.version}`

/**
 * The same sources give the same bytes in any folder, on any day and in any time zone: files are sorted, belong to root
 * and can be read by all users, and have one time, the first one that ZIP files know.
 */
const reproducible = [
  '--sort=name',
  '--format=ustar',
  '--owner=0',
  '--group=0',
  '--numeric-owner',
  '--mode=u=rwX,go=rX',
  '--mtime=1980-01-01 00:00:00Z',
]

/** Puts the tarballs and their SBOMs into an empty folder. The second tarball, for Linux, includes Node.js. */
export async function makeTarballs(made: string): Promise<void> {
  const temporary = mkdtempSync(path.join(tmpdir(), 'console-release-'))
  try {
    const folder = path.join(temporary, label)
    mkdirSync(folder)
    await assemble(folder)
    await pack(temporary, path.join(made, label))
    if (!platform) return
    await addNode(folder, platform)
    listFiles(folder)
    await pack(temporary, path.join(made, `${label}-${platform.name}`))
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}

/** Packs the folder of the release, and puts its list of packages beside the tarball. */
async function pack(folder: string, name: string): Promise<void> {
  cpSync(path.join(folder, label, 'sbom.cdx.json'), `${name}.cdx.json`)
  const tar = `${name}.tar`
  await runStep(['tar', ...reproducible, '-cf', tar, '-C', folder, label])
  await runStep(['gzip', '-n9', tar])
}

/**
 * Writes the checksums of all files in the folder, and signs them if there is a key.
 * @param key the file of a private key that `ssh-keygen` can sign with
 * @returns the checksums
 */
export async function writeSums(made: string, key: string | undefined): Promise<string> {
  const names = readdirSync(made).sort()
  const sums = names.map((name) => `${sha256(path.join(made, name))}  ${name}\n`).join('')
  const file = path.join(made, 'SHA256SUMS')
  writeFileSync(file, sums)
  if (key === undefined) return sums
  if (!existsSync(key)) throw new Error(`RELEASE_KEY specifies ${key}, which does not exist.`)
  await runStep(['ssh-keygen', '-Y', 'sign', '-f', path.resolve(key), '-n', signedAs, file])
  return sums
}

/** What a signature is for, so that no signature for something else passes for one of a release. */
export const signedAs = 'health-console-release'
