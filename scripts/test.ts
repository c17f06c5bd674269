import '../bin/end-with-npm.js'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { root } from './program.ts'
import { isReached, readChange } from './test/changed.ts'
import { runStages } from './test/run-stages.ts'
import { groups, type Stage, stages } from './test/stages.ts'

const given = process.argv.slice(2)
const change = readChange(given)
const names = given.filter((name) => !name.startsWith('--changed'))

const filesOf = ({ files }: Stage) => names.filter((name) => files?.test(name))

const isKnown = (name: string) =>
  groups.some((group) => group === name) ||
  (existsSync(path.join(root, name)) && stages.some(({ files }) => files?.test(name)))

const isChosen = (stage: Stage) =>
  names.length > 0
    ? filesOf(stage).length > 0 || stage.groups.some((group) => names.includes(group))
    : !change || isReached(stage, change)

const unknown = names.find((name) => !isKnown(name))
if (unknown) {
  console.error(
    `No such part or test file: ${unknown}. npm test -- [--changed[=COMMIT]|${groups.join('|')}|path/to/file] ...`,
  )
  process.exitCode = 2
} else {
  const proves = names.length === 0 && !change
  process.exitCode = (await runStages(stages.filter(isChosen), { filesOf, change, proves })) ? 0 : 1
}
