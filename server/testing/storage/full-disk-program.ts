import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { openLocalStorage } from '../../src/core/storage/local.ts'
import { createObjectKey } from './create-object-key.ts'
import { zeros } from './streams.ts'

// A test runs this in a process that may not write files of more than 2 MiB.

const folder = process.argv[2] ?? ''
const storage = await openLocalStorage(folder)
const key = createObjectKey('models')
const tooMuch = 8 * 1024 * 1024
const outcomes: string[] = []
for (const attempt of [
  () => storage.putObject(key, zeros(tooMuch), { sizeBytes: null, maxBytes: Infinity }),
  () => storage.beginUpload({ key, sizeBytes: tooMuch, partSizeBytes: tooMuch }),
]) {
  await attempt().then(
    () => outcomes.push('stored'),
    (error: Error) => outcomes.push(error.name),
  )
}
const left = await readdir(path.join(folder, 'models'))
outcomes.push(left.length === 0 ? 'nothing left behind' : left.join(' '))
process.stdout.write(JSON.stringify(outcomes))
