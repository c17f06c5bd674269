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

/** A process of its own that takes a turn and then does what it is told. */
function takeTurnInProcess(work: string) {
  const program = `
    import { appendFileSync } from 'node:fs'
    import { spawn } from 'node:child_process'
    import { setTimeout as sleep } from 'node:timers/promises'
    import { takeTurn } from ${JSON.stringify(lock)}
    const log = (text) => appendFileSync(${JSON.stringify(path.join(folder, 'log'))}, text + '\\n')
    const turn = await takeTurn(${JSON.stringify(path.join(folder, 'lock'))})
    ${work}
    turn.end()
  `
  return spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['ignore', 'pipe', 'inherit'] })
}

const logged = () => readFileSync(path.join(folder, 'log'), 'utf8').trim().split('\n')

test('of many at once, only one at a time has its turn, and nothing is left behind', async () => {
  const work = `log('in'); await sleep(20); log('out')`
  await Promise.all(Array.from({ length: 6 }, () => once(takeTurnInProcess(work), 'exit')))
  expect(logged()).toEqual(Array.from({ length: 6 }, () => ['in', 'out']).flat())
  expect(readdirSync(folder)).toEqual(['log'])
})

test('a killed process holds up nobody', async () => {
  const killed = takeTurnInProcess(`log('killed'); process.kill(process.pid, 'SIGKILL')`)
  await once(killed, 'exit')
  await once(takeTurnInProcess(`log('next')`), 'exit')
  expect(logged()).toEqual(['killed', 'next'])
  expect(readdirSync(folder)).toEqual(['log'])
})

test('of many who find the lock of a killed process, only one at a time takes it over', async () => {
  await once(takeTurnInProcess(`log('killed'); process.kill(process.pid, 'SIGKILL')`), 'exit')
  const work = `log('in'); await sleep(20); log('out')`
  await Promise.all(Array.from({ length: 6 }, () => once(takeTurnInProcess(work), 'exit')))
  expect(logged()).toEqual(['killed', ...Array.from({ length: 6 }, () => ['in', 'out']).flat()])
  expect(readdirSync(folder)).toEqual(['log'])
})

test('a process that is killed while it releases the lock holds up nobody', async () => {
  mkdirSync(path.join(folder, 'lock'))
  await once(takeTurnInProcess(`log('next')`), 'exit')
  expect(logged()).toEqual(['next'])
})

test('what a killed process started is waited for', async () => {
  const orphan = `const child = spawn('sh', ['-c', 'sleep 0.5; echo orphan done >> "$0"', ${JSON.stringify(path.join(folder, 'log'))}])
    turn.includeChild(child.pid)
    process.kill(process.pid, 'SIGKILL')`
  await once(takeTurnInProcess(orphan), 'exit')
  await once(takeTurnInProcess(`log('next')`), 'exit')
  expect(logged()).toEqual(['orphan done', 'next'])
})
