import { s3Server } from '../../scripts/test/optional-parts.ts'
import { nothingMayBeSkipped } from '../../scripts/test/stage.ts'
import { createBucket } from '../../server/testing/storage/create-bucket.ts'
import { hasRadosGateway, type RadosGateway, startRadosGateway } from '../../server/testing/storage/rados-gateway.ts'
import { freePort } from '../../server/testing/free-port.ts'
import { startServer } from './server.ts'
import { test as base } from './test.ts'

const missing = `An S3 server is missing. ${s3Server.remedy}`

/** Journeys on a server that stores its files in a bucket of a real S3 server. */
export const test = base.extend<object, { store: RadosGateway }>({
  store: [
    async ({}, provide) => {
      if (!hasRadosGateway()) throw new Error(missing)
      const store = await startRadosGateway()
      await provide(store)
      await store.stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],

  server: [
    async ({ serverOptions, store }, provide) => {
      const port = String(await freePort())
      const bucket = await createBucket(store, `http://localhost:${port}`)
      const server = await startServer({
        ...serverOptions,
        settings: { ...serverOptions.settings, ...bucket, PORT: port },
      })
      await provide(server)
      await server.stop()
    },
    { scope: 'worker', timeout: 240_000 },
  ],
})

/** For the top of a file: without an S3 server its journeys are skipped, or fail where skipping is not allowed. */
export function skipWithoutS3Server(): void {
  test.skip(!hasRadosGateway() && !nothingMayBeSkipped, missing)
}
