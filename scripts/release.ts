// Creates release/: the tarballs, their list of packages, the evidence of the tests, and checksums, which RELEASE_KEY
// signs. `--compare FOLDER` compares them with another release. With a folder as argument it puts the files there
// without packing them, for the container image.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import { root } from './program.ts'
import { assemble } from './release/assemble.ts'
import { compareReleases } from './release/compare-releases.ts'
import { makeTarballs, writeSums } from './release/make-tarball.ts'
import { readEvidence } from './test/evidence.ts'

const { values, positionals } = parseArgs({ options: { compare: { type: 'string' } }, allowPositionals: true })
const [folder] = positionals
const made = path.join(root, 'release')
// Relative paths are those of the folder in which npm was called.
const named = (place: string) => path.resolve(process.env['INIT_CWD'] ?? '.', place)

async function run(): Promise<void> {
  if (values.compare !== undefined) {
    const differences = await compareReleases(made, named(values.compare))
    console.log(differences.length === 0 ? 'The releases are the same.' : differences.join('\n'))
    if (differences.length > 0) process.exitCode = 1
  } else if (folder === undefined) {
    const evidence = readEvidence()
    rmSync(made, { recursive: true, force: true })
    mkdirSync(made)
    await makeTarballs(made)
    writeFileSync(path.join(made, 'evidence.json'), evidence)
    console.log(`In release/:\n\n${await writeSums(made, process.env['RELEASE_KEY'])}`)
  } else {
    await assemble(path.resolve(folder))
  }
}

try {
  await run()
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
