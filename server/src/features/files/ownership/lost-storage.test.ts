import { mkdir, readdir, rename, rmdir } from 'node:fs/promises'
import { describe } from 'vitest'
import { describeLostStorage } from '../../../../testing/files/lost-storage-suite.ts'

describe('[operations-22] a folder that is not mounted', () => {
  describeLostStorage(async () => ({
    environment: {},
    async lose({ config: { storage } }) {
      if (storage.kind !== 'local') throw new Error('The test needs files on disk')
      const { folder } = storage
      await rename(folder, `${folder}-aside`)
      await mkdir(folder)
      return {
        listContents: () => readdir(folder),
        async bringBack() {
          await rmdir(folder)
          await rename(`${folder}-aside`, folder)
        },
      }
    },
  }))
})
