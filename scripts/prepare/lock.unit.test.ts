import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'

const module = path.join(import.meta.dirname, 'lock.js')
const busy = 'Another command is preparing this checkout: run this one again once that has finished.'

/** Starts a process that acquires the lock, reports it, and holds it until its input ends. */
function start(address: string) {
  const program = `
    const { takeLock } = await import(${JSON.stringify(module)})
    const unlock = await takeLock(${JSON.stringify(address)}).catch((error) => (console.log(error.message), undefined))
    if (unlock) {
      console.log('taken')
      process.stdin.resume().once('end', unlock)
    }`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { stdio: ['pipe', 'pipe', 'inherit'] })
  onTestFinished(() => void child.kill('SIGKILL'))
  return child
}

const firstLine = async (child: ReturnType<typeof start>) => {
  const [line] = (await once(child.stdout.setEncoding('utf8'), 'data')) as [string]
  return line.trim()
}

function makePlace(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'console-lock-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return path.join(folder, 'lock')
}

const kinds = [
  { kind: 'an abstract socket of Linux', address: () => `\0console-lock-test-${process.pid}`.padEnd(108, '-') },
  { kind: 'a file', address: makePlace },
]

test.each(kinds)('with $kind, the second of two commands is rejected in one sentence', async ({ address }) => {
  const place = address()
  const both = [start(place), start(place)]
  const ends = both.map((child) => once(child, 'exit'))
  expect((await Promise.all(both.map(firstLine))).sort()).toEqual([busy, 'taken'])
  for (const { stdin } of both) stdin.end()
  await Promise.all(ends)
  const next = start(place)
  next.stdin.end()
  expect(await text(next.stdout)).toBe('taken\n')
})

test.each(kinds)('with $kind, the lock of a killed process is released', async ({ address }) => {
  const place = address()
  const killed = start(place)
  expect(await firstLine(killed)).toBe('taken')
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  const next = start(place)
  next.stdin.end()
  expect(await text(next.stdout)).toBe('taken\n')
})
