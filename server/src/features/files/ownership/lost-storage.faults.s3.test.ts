import { buffer } from 'node:stream/consumers'
import { describe } from 'vitest'
import { describeLostStorage } from '../../../../testing/files/lost-storage-suite.ts'
import { makeBucket } from '../../../../testing/files/make-bucket.ts'
import { streamOf } from '../../../../testing/storage/streams.ts'

describe('[operations-22] a bucket that is empty', () => {
  describeLostStorage(async () => ({
    environment: await makeBucket(),
    async lose({ storage }) {
      const listKeys = async () => (await Array.fromAsync(storage.listObjects())).map(({ key }) => key)
      const keys = await listKeys()
      const contents = await Promise.all(keys.map(async (key) => buffer(await storage.openRead(key))))
      for (const key of keys) await storage.remove(key)
      return {
        listContents: listKeys,
        async bringBack() {
          for (const [index, key] of keys.entries())
            await storage.putObject(key, streamOf(contents[index] ?? Buffer.alloc(0)), {
              sizeBytes: null,
              maxBytes: Infinity,
            })
        },
      }
    },
  }))
})
