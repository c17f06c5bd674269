// @module-tag postgres

import { unknownUser } from '@health-console/contract/users/users.ts'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../../testing/build-app.ts'
import { userLines } from '../users/user-lines.ts'
import { writeSome } from './write-rows.ts'

test('while a server runs, other work runs between the statements of a transaction', async () => {
  const { context } = await buildTestApp()
  const engine = { ...context.engine, mayHoldWriteLock: () => false }
  const rows = Array.from({ length: 200 }, (_, index) => ({
    id: `u${index}`,
    ...unknownUser,
    revision: null,
  }))
  let turns = 0
  let timer = setImmediate(function count() {
    turns += 1
    timer = setImmediate(count)
  })
  let turnsBefore: number | undefined
  const write: typeof userLines.write = (transaction, some) => {
    turnsBefore ??= turns
    return userLines.write(transaction, some)
  }
  let turnsMeanwhile = 0
  await writeSome({ db: context.db, engine }, { ...userLines, write }, rows, {
    end: async () => {
      turnsMeanwhile = turns - (turnsBefore ?? turns)
    },
  })
  clearImmediate(timer)
  expect(turnsMeanwhile).toBeGreaterThan(1)
})
