import { readdirSync } from 'node:fs'
import { request } from 'node:http'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freshDatabase } from '../../../testing/engines/engines.ts'
import { startServerProcess, type ServerProcess } from '../../../testing/processes/server-process.ts'
import { removeDeadUploads } from './import/uploads-folder.ts'

test('a spreadsheet that a killed server was receiving is removed by the next one, and never while it still arrives', async () => {
  const database = await freshDatabase()
  onTestFinished(() => database.remove())
  const uploads = () =>
    readdirSync(path.join(database.dataDir, 'imports'), { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.upload'),
    )

  const first = await startServerProcess(database)
  onTestFinished(() => first.kill())
  beginUpload(first)
  await expect.poll(uploads, { timeout: 60_000 }).toHaveLength(1)
  // This is what another replica does that uses the same folder.
  await removeDeadUploads(database.dataDir)
  expect(uploads()).toHaveLength(1)

  await first.kill()
  const second = await startServerProcess(database)
  onTestFinished(() => second.kill())
  await expect.poll(uploads, { timeout: 60_000 }).toEqual([])
  await second.stop()
  expect(readdirSync(path.join(database.dataDir, 'imports'))).toEqual([])
})

/** Sends the beginning of a form with a file, and nothing more. */
function beginUpload({ url, cookie }: ServerProcess): void {
  const sent = request(`${url}/v1/patient-imports`, {
    method: 'POST',
    headers: { cookie, 'content-type': 'multipart/form-data; boundary=x' },
  })
  sent.on('error', () => {})
  sent.write(
    '--x\r\ncontent-disposition: form-data; name="name"\r\n\r\nhospital_patients\r\n' +
      '--x\r\ncontent-disposition: form-data; name="file"; filename="table.xlsx"\r\n\r\nPK',
  )
}
