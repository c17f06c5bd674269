import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { root } from '../program.ts'
import { makeTarballs, writeSums } from '../release/make-tarball.ts'

/** The blocks of commands in a section of a page, as they can be pasted. */
export function blocksOf(page: string, heading: string): string[] {
  const text = readFileSync(path.join(root, page), 'utf8')
  const [, section = ''] = new RegExp(`^## ${heading}\n(.*?)(?=^## |$(?![^]))`, 'ms').exec(text) ?? []
  return [...section.matchAll(/^( *)```\n(.*?)^ *```$/gms)].map(([, indent = '', block = '']) =>
    block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  )
}

/** Adds the files of a release, and who signs them, to a folder. */
export async function addRelease(home: string): Promise<void> {
  const made = mkdtempSync(path.join(tmpdir(), 'console-made-'))
  const key = `${made}.key`
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key])
  await makeTarballs(made)
  await writeSums(made, key)
  cpSync(made, home, { recursive: true })
  writeFileSync(path.join(home, 'allowed_signers'), `health-console ${readFileSync(`${key}.pub`, 'utf8')}`)
  for (const each of [made, key, `${key}.pub`]) rmSync(each, { recursive: true })
}
