// @module-tag postgres

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { buildTestApp } from '../../../../testing/build-app.ts'
import { describeSchema } from '../../../../testing/engines/describe-schema.ts'
import { joinSchemas, schemaIn, sortSchema } from '../../../../testing/engines/schema-snapshot.ts'

const file = new URL('schema.snapshot.txt', import.meta.url)

test('the whole schema matches the snapshot', async () => {
  const { owner } = await buildTestApp()
  const { name } = owner.engine
  const schema = sortSchema(await describeSchema(owner))
  const snapshot = existsSync(file) ? readFileSync(file, 'utf8') : ''
  const known = { sqlite: schemaIn(snapshot, 'sqlite'), postgres: schemaIn(snapshot, 'postgres') }
  // After the file is deleted, each engine adds its lines.
  if (known[name] === '') writeFileSync(file, joinSchemas({ ...known, [name]: schema }))
  else expect(schema).toBe(known[name])
})
