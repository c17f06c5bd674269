// @module-tag postgres

import { buffer } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../../../testing/build-app.ts'
import { getPostgresProgram } from './programs.ts'

test('the role of the server may copy the database', async () => {
  const { context } = await buildTestApp({}, { serverRole: true })
  const copy = await buffer(await context.engine.copy(context.db))
  expect(copy.subarray(0, 5).toString()).toBe('PGDMP')
})

test('the error for a missing or outdated program contains the required version', async () => {
  await expect(getPostgresProgram('pg_dump', 99)).rejects.toThrow(
    /^pg_dump 99 or newer is needed for this PostgreSQL server, and the newest here is \d+\. Install it/,
  )
  await expect(getPostgresProgram('pg_missing', 15)).rejects.toThrow('and none is installed.')
})
