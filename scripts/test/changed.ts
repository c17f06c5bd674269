import { execFileSync } from 'node:child_process'
import { root } from '../program.ts'
import { sources } from '../requirements/sources.ts'
import type { Stage } from './stages.ts'

export type Change = {
  /** The commit to compare the checkout with. Absent: the last commit. */
  since: string | undefined
  files: string[]
}

/** The value of `--changed` or `--changed=COMMIT`; undefined if the arguments do not contain it. */
export function readChange(names: string[]): Change | undefined {
  const asked = names.find((name) => /^--changed(=|$)/.test(name))
  if (asked === undefined) return undefined
  const since = asked.split('=')[1]
  const list = (...parameters: string[]) =>
    execFileSync('git', parameters, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
  const files = [...list('diff', '--name-only', since ?? 'HEAD'), ...list('ls-files', '--others', '--exclude-standard')]
  return { since, files }
}

/** Whether tests of a stage may depend on what has changed. */
export function isReached({ groups }: Stage, change: Change): boolean {
  if (groups.includes('e2e')) return titlesOf(change).length > 0
  const folders = groups.includes('web')
    ? /^(web|contract|formats)\//
    : /^(server|contract|formats|scripts|deploy|docs)\//
  return !groups.includes('check') && change.files.some((file) => folders.test(file))
}

/** Vitest's arguments for the tests that reach the changes. */
export const vitestChanged = ({ since }: Change): string[] => [
  since === undefined ? '--changed' : `--changed=${since}`,
  '--passWithNoTests',
]

/** Playwright's arguments for the tests of the changed topics, and all tests of the changed files. */
export const playwrightChanged = (change: Change): string => `--grep=${titlesOf(change).join('|') || '^nothing$'}`

function titlesOf({ files }: Change): string[] {
  const topics = Object.entries(sources).flatMap(([topic, folders]) =>
    files.some((file) => folders.some((folder) => file.startsWith(folder))) ? [`\\[${topic}-\\d+\\]`] : [],
  )
  const tests = files.flatMap((file) => /^e2e\/(.+\.e2e)\.ts$/.exec(file)?.[1] ?? [])
  return [...topics, ...tests.map((name) => `^\\S+ ${name}\\.ts `)]
}
