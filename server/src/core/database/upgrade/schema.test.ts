import { expect, test } from 'vitest'
import { buildTestApp } from '../../../../testing/build-app.ts'
import { describeSchema } from '../../../../testing/engines/describe-schema.ts'

test('the whole schema matches the snapshot', async () => {
  const { owner } = await buildTestApp()
  await expect(await describeSchema(owner)).toMatchFileSnapshot(`schema.${owner.engine.name}.snapshot.txt`)
})
