import { expect, test } from 'vitest'
import { stopInOrder } from './stop-in-order.ts'

test('a failed step of the stop is logged, and the next ones follow', async () => {
  const taken: string[] = []
  const logged: [string, object][] = []
  const logger = {
    info: (line: object) => void logged.push(['info', line]),
    error: (line: object) => void logged.push(['error', line]),
  }
  const failure = new Error('The connection is lost')
  await stopInOrder(
    [
      ['first', async () => void taken.push('first')],
      ['second', () => Promise.reject(failure)],
      [
        'third',
        () => {
          throw failure
        },
      ],
      ['last', () => taken.push('last')],
    ],
    logger,
  )
  expect(taken).toEqual(['first', 'last'])
  expect(logged).toEqual([
    ['info', { step: 'first', ms: expect.any(Number) }],
    ['error', { step: 'second', err: failure }],
    ['error', { step: 'third', err: failure }],
    ['info', { step: 'last', ms: expect.any(Number) }],
  ])
})
