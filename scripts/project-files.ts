import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './program.ts'

/** The files of the project that are in git or could be added, by their paths from the root. */
export function projectFiles(): string[] {
  const list = ['ls-files', '--cached', '--others', '--exclude-standard']
  return execFileSync('git', list, { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter((file) => file !== '' && existsSync(path.join(root, file)))
}

export const readProjectFile = (file: string): string => readFileSync(path.join(root, file), 'utf8')
