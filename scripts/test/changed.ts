import { execFileSync } from 'node:child_process'
import { root } from '../program.ts'
import { sources } from '../requirements/sources.ts'
import type { Stage } from './stages.ts'

export type Change = {
  /** A commit, with which the checkout is compared. Without one, with what was committed last. */
  since: string | undefined
  files: string[]
}

/** What `--changed` or `--changed=COMMIT` names; undefined where it is none of the arguments. */
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

/** How Vitest is asked for the tests that reach what has changed. */
export const vitestChanged = ({ since }: Change): string[] => [
  since === undefined ? '--changed' : `--changed=${since}`,
  '--passWithNoTests',
]

/** How Playwright is asked for the tests of the topics that a change is about, and all of the files that have changed. */
export const playwrightChanged = (change: Change): string => `--grep=${titlesOf(change).join('|') || '^nothing$'}`

function titlesOf({ files }: Change): string[] {
  const topics = Object.entries(sources).flatMap(([topic, folders]) =>
    files.some((file) => folders.some((folder) => file.startsWith(folder))) ? [`\\[${topic}-\\d+\\]`] : [],
  )
  const tests = files.flatMap((file) => /^e2e\/(.+\.e2e)\.ts$/.exec(file)?.[1] ?? [])
  return [...topics, ...tests.map((name) => `^\\S+ ${name}\\.ts `)]
}
