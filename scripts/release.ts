// Creates release/: a tarball that only needs Node 26, its SBOM, and checksums. With a folder as argument it puts the
// files there without packing them, for the container image.
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { root } from './program.ts'
import { assemble } from './release/assemble.ts'
import { makeTarball } from './release/make-tarball.ts'

const [folder] = process.argv.slice(2)
if (folder === undefined) {
  const made = path.join(root, 'release')
  rmSync(made, { recursive: true, force: true })
  mkdirSync(made)
  console.log(`In release/:\n\n${await makeTarball(made)}`)
} else {
  await assemble(path.resolve(folder))
}
