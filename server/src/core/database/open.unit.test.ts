import pino from 'pino'
import { expect, test } from 'vitest'
import { logLostConnections } from './open.ts'

test('lost connections are logged immediately, then once a minute with their number', () => {
  const lines: { count: number }[] = []
  let nowMs = 1_000
  const lose = logLostConnections(pino({}, { write: (line: string) => lines.push(JSON.parse(line)) }), () => nowMs)
  const counts = () => lines.map(({ count }) => count)
  lose(new Error('first'))
  expect(counts()).toEqual([1])
  nowMs += 59_999
  for (let n = 0; n < 5; n += 1) lose(new Error('while PostgreSQL is away'))
  expect(counts()).toEqual([1])
  nowMs += 1
  lose(new Error('a minute later'))
  expect(counts()).toEqual([1, 6])
  nowMs += 60_000
  lose(new Error('another minute later'))
  expect(counts()).toEqual([1, 6, 1])
})
