import { createHash } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { runStep } from '../../scripts/program.ts'

/** The steps run after the packages are installed; each is a program with its arguments. */
type Options = { env?: Record<string, string>; steps?: string[][] }

/**
 * Copies a competitor's app into its folder and installs its packages there, unless both are done. Install scripts do
 * not run.
 */
export async function installApp(app: string, folder: string, { env = {}, steps = [] }: Options = {}): Promise<void> {
  const stamp = path.join(folder, '.installed-from')
  const wanted = hashOf(app)
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  cpSync(app, folder, { recursive: true })
  const startedAt = performance.now()
  const packages = ['npm', 'install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  for (const step of [packages, ...steps]) {
    await runStep(step, { folder, env })
  }
  writeFileSync(stamp, wanted)
  console.log(`installed ${folder} in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
}

function hashOf(folder: string): string {
  const hash = createHash('sha256')
  for (const file of readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort()) {
    const full = path.join(folder, file)
    if (statSync(full).isFile()) hash.update(`${file}\n`).update(readFileSync(full))
  }
  return hash.digest('hex')
}
