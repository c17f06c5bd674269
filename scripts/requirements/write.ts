// Writes docs/requirements.md from the list of requirements and the titles of the tests. `--check` only reports whether
// the page is up to date and every requirement has a test.
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../program.ts'
import { findProofs } from './find-proofs.ts'
import { requirements } from './requirements.ts'

const file = path.join(root, 'docs/requirements.md')
const proofs = findProofs()
const ids = Object.values(requirements).flatMap(Object.keys)

const introduction = `# Requirements

What Health Console promises, and the tests that prove it. Each test carries the id of its requirement in its title. \`npm
test\` runs them, except those in \`*.faults.test.ts\`, which \`npm run test:faults\` runs. \`npm run requirements\` writes
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
  ...(new Set(ids).size < ids.length ? ['An id is used twice in requirements.ts.'] : []),
]
if (!process.argv.includes('--check')) writeFileSync(file, page)
else if (readFileSync(file, 'utf8') !== page)
  errors.push('docs/requirements.md is not up to date. Run: npm run requirements')
for (const error of errors) console.error(error)
if (errors.length > 0) process.exitCode = 1
