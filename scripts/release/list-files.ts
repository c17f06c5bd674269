import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { filesList } from '../../server/src/operations/check/installation.ts'

/** All files below a folder, as sorted paths relative to it. */
export function filesBelow(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return files.filter((name) => statSync(path.join(folder, name)).isFile()).sort()
}

export const sha256 = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex')

/** Writes the list of a release's files, which `check` and `sha256sum --check` compare with what is installed. */
export function listFiles(folder: string): void {
  const names = filesBelow(folder).filter((name) => name !== filesList)
  const lines = names.map((name) => `${sha256(path.join(folder, name))}  ${name}\n`)
  writeFileSync(path.join(folder, filesList), lines.join(''))
}
