import { createHash } from 'node:crypto'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { runStep } from '../program.ts'
import { assemble, product } from './assemble.ts'

/** The folder in the tarball, and the prefix of the file names. */
export const label = `${product.name}-${product.version}`

/** Puts the tarball, its SBOM and the checksums into an empty folder. @returns the checksums */
export async function makeTarball(made: string): Promise<string> {
  const temporary = mkdtempSync(path.join(tmpdir(), 'console-release-'))
  try {
    const folder = path.join(temporary, label)
    mkdirSync(folder)
    await assemble(folder)
    const names = [`${label}.tar.gz`, `${label}.cdx.json`]
    // If root unpacks it, the files belong to root and all users can read them.
    const owner = ['--owner=0', '--group=0', '--mode=u=rwX,go=rX']
    await runStep(['tar', ...owner, '-czf', path.join(made, `${label}.tar.gz`), '-C', temporary, label])
    cpSync(path.join(folder, 'sbom.cdx.json'), path.join(made, `${label}.cdx.json`))
    const sums = names.map((name) => `${sha256(path.join(made, name))}  ${name}\n`).join('')
    writeFileSync(path.join(made, 'SHA256SUMS'), sums)
    return sums
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}

const sha256 = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')
