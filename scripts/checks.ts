import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { resolveConfig } from 'vite'
import { findLayerViolations } from './import-layers.ts'
import { findImports, findViolations } from './import-rules.ts'
import { root, runQuietly } from './program.ts'
import { findDialects } from './sql-dialects.ts'

export type CheckResult = { name: string; ok: boolean; output: string; tookMs: number }

type Check = { name: string; run: () => Promise<{ ok: boolean; output: string }> }

// Running one check at a time would leave a core idle; all at once need too much memory.
const atOnce = 2

const checks: Check[] = [
  { name: 'lint and types', run: lint },
  { name: 'format', run: () => runQuietly(['oxfmt', '--check']) },
  { name: 'imports', run: checkImports },
  { name: 'requirements', run: () => runQuietly(['node', 'scripts/requirements/write.ts', '--check']) },
  { name: 'notices', run: () => runQuietly(['node', 'scripts/third-party-notices.ts', '--check']) },
]

/** Runs all checks that do not start the product. Calls `report` after each check. */
export async function runChecks(report: (result: CheckResult) => void = () => {}): Promise<CheckResult[]> {
  const results: CheckResult[] = []
  const run = async (check: Check) => {
    const started = Date.now()
    const outcome = await check.run()
    const result = { name: check.name, ...outcome, tookMs: Date.now() - started }
    report(result)
    results.push(result)
  }
  await run({ name: 'route tree', run: generateRouteTree })
  const waiting = checks.values()
  const work = async () => {
    for (const check of waiting) await run(check)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return results
}

// The rules need types anyway, so the linter reports type errors too. Its part in Go collects garbage more rarely than by
// default below 2.5 GB, which takes at least a tenth less processor time.
async function lint() {
  return runQuietly(['oxlint', '--type-aware', '--type-check', '--deny-warnings'], {
    env: { GOGC: '400', GOMEMLIMIT: '2500MiB' },
  })
}

// The router's list of routes is generated and not in git; its plugin writes it when Vite reads its settings.
async function generateRouteTree() {
  try {
    await resolveConfig({ root: path.join(root, 'web'), logLevel: 'silent' }, 'build')
    return {
      ok: existsSync(path.join(root, 'web/src/route-tree.gen.ts')),
      output: 'The route tree was not generated.\n',
    }
  } catch (error) {
    return { ok: false, output: `The route tree was not generated: ${String(error)}\n` }
  }
}

async function checkImports() {
  const files = ['contract', 'formats', 'server', 'web', 'e2e'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' }).map((file) => `${folder}/${file}`),
  )
  const sources = files
    .filter((file) => /\.tsx?$/.test(file) && !file.includes('node_modules/') && !file.includes('/dist/'))
    .map((file) => ({ file, source: readFileSync(path.join(root, file), 'utf8') }))
  const errors = [
    ...sources
      .flatMap(({ file, source }) => findViolations(file, source))
      .map(({ file, line, imported, because }) => `${file}:${line} imports '${imported}': ${because}`),
    ...sources.flatMap(({ file, source }) => findDialects(file, source)),
    ...findLayerViolations(sources.flatMap(({ file, source }) => findImports(file, source))),
  ]
  return { ok: errors.length === 0, output: errors.map((error) => `${error}\n`).join('') }
}
