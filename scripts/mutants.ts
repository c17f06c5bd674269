import '../bin/end-with-npm.js'
import { execFileSync } from 'node:child_process'
import { root } from './program.ts'
import { chooseMutants } from './mutants/find-mutants.ts'
import { runMutant, type Verdict } from './mutants/run-mutant.ts'

// npm run mutants -- [how many] [seed]: changes the sources at random places, one at a time, and reports the changes
// that no test detects.

const [count = 20, seed = 1] = process.argv.slice(2).map(Number)

if (execFileSync('git', ['status', '--porcelain'], { cwd: root, encoding: 'utf8' }) !== '') {
  console.error('Commit your changes first: the tests are chosen by what has changed.')
  process.exit(2)
}
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(1))

const verdicts: Verdict[] = []
for (const mutant of chooseMutants(count, seed)) {
  const beganMs = Date.now()
  const verdict = await runMutant(mutant)
  verdicts.push(verdict)
  const { file, line, was, text } = mutant
  const took = `${Math.round((Date.now() - beganMs) / 1000)} s`
  console.log(`${verdict.padEnd(18)} ${file}:${line} ${brief(was)} → ${brief(text)} ${took}`)
}
const countOf = (verdict: Verdict) => verdicts.filter((each) => each === verdict).length
console.log(`\n${countOf('killed')} of ${verdicts.length} killed, ${countOf('survived')} survived`)

function brief(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ')
  return line.length > 60 ? `${line.slice(0, 57)}…` : line
}
