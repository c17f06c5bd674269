import '../bin/end-with-npm.js'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { root } from './program.ts'
import { readChange } from './test/changed.ts'
import { runStages } from './test/run-stages.ts'
import { groups, soonestFirst, type Stage, stages } from './test/stages.ts'

const given = process.argv.slice(2)
const change = readChange(given)
const named = given.filter((name) => !name.startsWith('--changed'))
// Faults are for `npm run test:faults`.
const reached = change?.tests.filter((file) => !file.includes('.faults.')) ?? []

const filesOf = ({ files, inChanges }: Stage) => [
  ...named.filter((name) => files?.test(name)),
  ...reached.filter((name) => files?.test(name) && (inChanges?.test(name) ?? true)),
]

const isKnown = (name: string) =>
  groups.some((group) => group === name) ||
  (existsSync(path.join(root, name)) && stages.some(({ files }) => files?.test(name)))

const isChosen = (stage: Stage) =>
  named.length === 0 && !change
    ? true
    : filesOf(stage).length > 0 ||
      stage.groups.some((group) => named.includes(group)) ||
      (change?.titles !== undefined && stage.groups.includes('e2e'))

const unknown = named.find((name) => !isKnown(name))
if (unknown) {
  console.error(
    `No such part or test file: ${unknown}. npm test -- [--changed[=COMMIT]|${groups.join('|')}|path/to/file] ...`,
  )
  process.exitCode = 2
} else {
  const proves = named.length === 0 && !change
  const chosen = (change ? soonestFirst(stages) : stages).filter(isChosen)
  if (change) console.log(`${reached.length} test files are near the changes. npm test runs the others too.`)
  const isGreen = await runStages(chosen, { filesOf, titles: change?.titles, proves })
  process.exitCode = isGreen ? 0 : 1
}
