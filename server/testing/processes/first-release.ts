import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { root } from './server-process.ts'

const commit = '4e414e6e9d977d436b74ba72380e441d83a5d73c'
const cache = path.join(root, '.cache')
const builtFolder = (hasWeb: boolean) => path.join(cache, hasWeb ? 'release-1.0.0-with-web' : 'release-1.0.0')

/** Whether the history contains 1.0.0, which neither a shallow clone nor an unpacked tarball does. */
export const hasFirstRelease = () =>
  existsSync(builtFolder(false)) ||
  spawnSync('git', ['cat-file', '-e', `${commit}^{commit}`], { cwd: root }).status === 0

/**
 * Builds the server and the commands of 1.0.0 with today's packages, once per checkout.
 * @param hasWeb whether it also gets its web pages, which take longer to build
 * @returns its folder, whose `bin/console` runs it
 */
export function buildFirstRelease({ hasWeb = false } = {}): string {
  const built = builtFolder(hasWeb)
  if (existsSync(built)) return built
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(`${built}-`)
  try {
    const archive = execFileSync('git', ['archive', commit], { cwd: root, maxBuffer: 2 ** 28 })
    execFileSync('tar', ['x', '-C', folder], { input: archive })
    const own = path.join(folder, 'node_modules/@health-console')
    mkdirSync(own, { recursive: true })
    for (const name of ['contract', 'formats']) symlinkSync(`../../${name}`, path.join(own, name))
    const build = (program: string, ...args: string[]) =>
      execFileSync(process.execPath, [path.join(root, 'node_modules', program), ...args], {
        cwd: folder,
        env: { ...process.env, NODE_ENV: 'production' },
        stdio: ['ignore', 'ignore', 'pipe'],
      })
    build('rolldown/bin/cli.mjs', '--config', 'server/rolldown.config.ts')
    if (hasWeb) build('vite/bin/vite.js', 'build', 'web', '--config', 'web/vite.config.ts')
    // Without its sources it is a release, which always runs what was built; nor do our tools find its files.
    for (const name of ['server/src', 'server/testing', 'web/src', 'e2e', 'bench', 'scripts', 'contract', 'formats'])
      rmSync(path.join(folder, name), { recursive: true, force: true })
    makeCurrent(folder, built)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return built
}

/** Of two processes that build at once, the first one wins. */
function makeCurrent(folder: string, built: string): void {
  try {
    renameSync(folder, built)
  } catch (error) {
    if (!existsSync(built)) throw error
  }
}
