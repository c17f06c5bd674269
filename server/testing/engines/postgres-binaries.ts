import { readdirSync } from 'node:fs'
import path from 'node:path'
import { isProgram } from '../processes/find-program.ts'

const needed = ['initdb', 'postgres']

/** The folder with PostgreSQL's server programs: on PATH, otherwise Debian's newest. */
export function findPostgresBinaries(): string | undefined {
  const onPath = (process.env['PATH'] ?? '').split(path.delimiter)
  return [...onPath, ...debianFolders()].find(
    (folder) => folder !== '' && needed.every((name) => isProgram(path.join(folder, name))),
  )
}

function debianFolders(): string[] {
  const base = '/usr/lib/postgresql'
  try {
    return readdirSync(base)
      .sort((a, b) => Number(b) - Number(a))
      .map((version) => path.join(base, version, 'bin'))
  } catch {
    return []
  }
}
