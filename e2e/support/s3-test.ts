import { s3Server } from '../../scripts/test/optional-parts.ts'
import { nothingMayBeSkipped } from '../../scripts/test/stage.ts'
import { createBucket } from '../../server/testing/storage/create-bucket.ts'
import { hasRadosGateway, type RadosGateway, startRadosGateway } from '../../server/testing/storage/rados-gateway.ts'
import { freePort } from '../../server/testing/processes/free-port.ts'
import { type RunningServer, startServer } from './server.ts'
import { test as base } from './test.ts'

const missing = `An S3 server is missing. ${s3Server.remedy}`

type World = { server: RunningServer; s3: RadosGateway; stop(): Promise<void> }

/** Tests on a server that stores its files in a bucket of a real S3 server. */
export const test = base.extend<{ world: World; s3: RadosGateway }>({
  world: [
    async ({ sharedServer }, provide) => provide(await sharedServer.startAs('on S3', startWorld)),
    { timeout: 300_000 },
  ],
  server: ({ world }, provide) => provide(world.server),
  s3: ({ world }, provide) => provide(world.s3),
})

async function startWorld(): Promise<World> {
  if (!hasRadosGateway()) throw new Error(missing)
  const s3 = await startRadosGateway()
  const port = String(await freePort())
  const bucket = await createBucket(s3, `http://localhost:${port}`)
  // These are the smallest parts that S3 accepts.
  const server = await startServer({ demo: false, settings: { ...bucket, PORT: port, UPLOAD_PART_MB: '5' } })
  const stop = async () => {
    await server.stop()
    await s3.stop()
  }
  return { server, s3, stop }
}

/** Belongs at the top of a file. Without an S3 server its tests are skipped, or fail where skipping is not allowed. */
export function skipWithoutS3Server(): void {
  test.skip(!hasRadosGateway() && !nothingMayBeSkipped, missing)
}
