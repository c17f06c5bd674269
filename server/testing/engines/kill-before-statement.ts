import { AsyncLocalStorage } from 'node:async_hooks'
import { type IncomingMessage, Server } from 'node:http'
import { StatementSync } from 'node:sqlite'
import pg from 'pg'

// This is imported before a program: it kills the program, like a power cut, before the n-th statement that it
// executes; or it kills a server before the n-th statement of a request with the header.

type Countdown = { left: number }

const header = 'x-kill-before-statement'
const ofRequest = new AsyncLocalStorage<Countdown>()
const { KILL_BEFORE_STATEMENT: statement } = process.env
const ofProgram: Countdown | undefined = statement === undefined ? undefined : { left: Number(statement) }

before(Server.prototype, 'emit', (work, event, request) => {
  const left = event === 'request' ? (request as IncomingMessage).headers[header] : undefined
  return left === undefined ? work() : ofRequest.run({ left: Number(left) }, work)
})
for (const method of ['run', 'all', 'get', 'iterate']) before(StatementSync.prototype, method, countDown)
before(pg.Client.prototype, 'query', countDown)

function countDown(work: () => unknown): unknown {
  const statements = ofRequest.getStore() ?? ofProgram
  if (statements) {
    statements.left -= 1
    if (statements.left <= 0) process.kill(process.pid, 'SIGKILL')
  }
  return work()
}

function before(prototype: object, method: string, around: (work: () => unknown, ...args: unknown[]) => unknown): void {
  const methods = prototype as Record<string, (...args: unknown[]) => unknown>
  const original = methods[method]
  if (!original) throw new Error(`There is no ${method} to wrap`)
  methods[method] = function (this: unknown, ...args: unknown[]) {
    return around(() => original.apply(this, args), ...args)
  }
}
