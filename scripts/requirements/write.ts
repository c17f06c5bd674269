// Writes docs/requirements.md from the list of requirements and the titles of the tests, docs/compliance.md from the
// clauses that name requirements, and the ranges of settings into docs/operations/configuration.md. `--check` only
// reports whether the pages are up to date and every requirement has a test.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../program.ts'
import { complianceErrors, compliancePage } from './compliance.ts'
import { findProofs } from './find-proofs.ts'
import { requirements } from './requirements.ts'
import { writeRanges } from './setting-ranges.ts'

const proofs = findProofs()
const ids = Object.values(requirements).flatMap(Object.keys)

const introduction = `# Requirements

What Health Console promises, and the tests that prove it. Each test carries the id of its requirement in its title. \`npm
test\` runs them, except those in files named \`*.faults.*\`, which \`npm run test:faults\` runs. \`npm run requirements\` writes
this page from \`scripts/requirements/requirements.ts\` and the titles.
`

const page = [
  introduction,
  ...Object.entries(requirements).map(([topic, promises]) => {
    const rows = Object.entries(promises).map(
      ([id, promise]) => `| ${id} | ${promise} | ${(proofs.get(id) ?? []).map((each) => `\`${each}\``).join(', ')} |`,
    )
    return `## ${topic}\n\n| Id | Requirement | Tests |\n| --- | --- | --- |\n${rows.join('\n')}\n`
  }),
].join('\n')

const errors = [
  ...ids.filter((id) => !proofs.has(id)).map((id) => `The requirement ${id} has no test.`),
  ...[...proofs].filter(([id]) => !ids.includes(id)).map(([id, files]) => `${files.join(', ')}: unknown id ${id}.`),
  ...complianceErrors,
  ...(new Set(ids).size < ids.length ? ['An id is used twice in requirements.ts.'] : []),
]
const read = (name: string) => readFileSync(path.join(root, name), 'utf8')
const configuration = 'docs/operations/configuration.md'
for (const [name, text] of [
  ['docs/requirements.md', page],
  ['docs/compliance.md', compliancePage],
  [configuration, writeRanges(read(configuration))],
] as const) {
  if (!process.argv.includes('--check')) writeFileSync(path.join(root, name), text)
  else if (read(name) !== text) errors.push(`${name} is not up to date. Run: npm run requirements`)
}
for (const error of errors) console.error(error)
if (errors.length > 0) process.exitCode = 1
