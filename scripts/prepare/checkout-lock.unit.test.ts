import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'console-lock-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const lock = path.join(import.meta.dirname, 'checkout-lock.js')

/** Runs a process that takes the lock and then does the given work. */
function runWithLock(work: string) {
  const program = `
    import { appendFileSync } from 'node:fs'
    import { spawn } from 'node:child_process'
    import { setTimeout as sleep } from 'node:timers/promises'
    import { takeCheckoutLock } from ${JSON.stringify(lock)}
    const log = (text) => appendFileSync(${JSON.stringify(path.join(folder, 'log'))}, text + '\\n')
    const checkout = await takeCheckoutLock(${JSON.stringify(path.join(folder, 'lock'))})
    ${work}
    checkout.end()
  `
  return spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
}

const logged = () => readFileSync(path.join(folder, 'log'), 'utf8').trim().split('\n')

test('only one of many processes holds the lock at a time, and nothing is left behind', async () => {
  const work = `log('in'); await sleep(20); log('out')`
  await Promise.all(Array.from({ length: 6 }, () => once(runWithLock(work), 'exit')))
  expect(logged()).toEqual(Array.from({ length: 6 }, () => ['in', 'out']).flat())
  expect(readdirSync(folder)).toEqual(['log'])
})

test('a killed process does not block others', async () => {
  const killed = runWithLock(`log('killed'); process.kill(process.pid, 'SIGKILL')`)
  await once(killed, 'exit')
  await once(runWithLock(`log('next')`), 'exit')
  expect(logged()).toEqual(['killed', 'next'])
  expect(readdirSync(folder)).toEqual(['log'])
})

test('only one process at a time takes over the lock of a killed process', async () => {
  await once(runWithLock(`log('killed'); process.kill(process.pid, 'SIGKILL')`), 'exit')
  const work = `log('in'); await sleep(20); log('out')`
  await Promise.all(Array.from({ length: 6 }, () => once(runWithLock(work), 'exit')))
  expect(logged()).toEqual(['killed', ...Array.from({ length: 6 }, () => ['in', 'out']).flat()])
  expect(readdirSync(folder)).toEqual(['log'])
})

test('a process that is killed while it releases the lock does not block others', async () => {
  mkdirSync(path.join(folder, 'lock'))
  await once(runWithLock(`log('next')`), 'exit')
  expect(logged()).toEqual(['next'])
})

test('programs that a killed process started are waited for', async () => {
  const orphan = `const child = spawn('sh', ['-c', 'sleep 0.5; echo orphan done >> "$0"', ${JSON.stringify(path.join(folder, 'log'))}])
    checkout.includeChild(child.pid)
    process.kill(process.pid, 'SIGKILL')`
  await once(runWithLock(orphan), 'exit')
  await once(runWithLock(`log('next')`), 'exit')
  expect(logged()).toEqual(['orphan done', 'next'])
})
