import '../bin/end-with-npm.js'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { availableParallelism, cpus, tmpdir, totalmem } from 'node:os'
import path from 'node:path'

const folder = import.meta.dirname
const endOnSignal = new URL('support/end-on-signal.ts', import.meta.url).href

/** Every other file in this folder is a measurement; its first line describes it. */
const benches = new Map(
  readdirSync(folder)
    .filter((file) => file.endsWith('.ts') && file !== path.basename(import.meta.filename))
    .sort()
    .map((file) => [path.basename(file, '.ts'), describe(file)]),
)

const wanted = process.argv.slice(2)
const unknown = wanted.filter((name) => name !== 'all' && !benches.has(name))
if (wanted.length === 0 || unknown.length > 0) {
  for (const name of unknown) console.error(`There is no measurement called ${name}.\n`)
  console.log('Measurements:\n')
  for (const [name, description] of benches) console.log(`  npm run bench -- ${name}\n      ${description}`)
  console.log('\n  npm run bench -- all')
  process.exit(unknown.length > 0 ? 2 : 0)
}

console.log(
  `${cpus()[0]?.model ?? 'unknown processor'}, ${availableParallelism()} cores, ` +
    `${(totalmem() / 2 ** 30).toFixed(0)} GiB memory, ${process.platform}, Node ${process.version}`,
)
const failed: string[] = []
for (const name of wanted.includes('all') ? benches.keys() : wanted) {
  console.log(`\n${name}: ${benches.get(name)}\n`)
  const code = await run(path.join(folder, `${name}.ts`))
  if (code !== 0) failed.push(name)
}
if (failed.length > 0) {
  console.error(`\nNot completed: ${failed.join(', ')}`)
  process.exit(1)
}

/** Each measurement runs in its own temporary folder, which is removed however the measurement ends. */
async function run(program: string): Promise<number | null> {
  const temporary = mkdtempSync(path.join(tmpdir(), 'console-bench-'))
  // PostgreSQL does not run as root, so it runs as another user here.
  chmodSync(temporary, 0o1777)
  const child = spawn(process.execPath, ['--import', endOnSignal, program], {
    stdio: 'inherit',
    env: { ...process.env, TMPDIR: temporary },
  })
  const pass = (signal: NodeJS.Signals) => child.kill(signal)
  process.on('SIGTERM', pass).on('SIGINT', pass)
  const [code] = (await once(child, 'exit')) as [number | null]
  process.off('SIGTERM', pass).off('SIGINT', pass)
  rmSync(temporary, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  return code
}

function describe(file: string): string {
  const [first = ''] = readFileSync(path.join(folder, file), 'utf8').split('\n', 1)
  if (!first.startsWith('// ')) throw new Error(`The first line of bench/${file} does not say what it measures.`)
  return first.slice(3)
}
