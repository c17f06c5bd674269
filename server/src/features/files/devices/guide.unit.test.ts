import { execFile } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { findProgram } from '../../../../testing/processes/find-program.ts'
import { beginPlanned, ggufOf, put, startFilesApp, uploadFirst } from '../../../../testing/files/files-app.ts'
import { withToken } from '../../../../testing/service-accounts.ts'
import { modelKeysCommand } from '../signing/commands.ts'
import { isInPart } from '../signing/verify-model.mjs'

const run = promisify(execFile)
const root = path.resolve(import.meta.dirname, '../../../../..')

/** The lines of commands in the guide. */
function readCommands(): string[] {
  const blocks = readFileSync(path.join(root, 'docs/verifying-models.md'), 'utf8').matchAll(/^```sh\n([^`]+)^```/gm)
  return [...blocks].flatMap(([, block = '']) => block.trim().split('\n'))
}

/** A device in an empty folder, with what the guide tells it to have. */
async function startDevice() {
  const { testApp, session, origin } = await startFilesApp()
  const offer = { type: 'gguf', version: 2, percent: 50 }
  const id = (await uploadFirst(session, 'lumen-3.gguf', ggufOf(1_000))).json().id
  const { url, upload } = await beginPlanned(session, ggufOf(1_000, 2))
  await put(url, ggufOf(1_000, 2))
  const body = { id, version: 2, filename: 'lumen-4.gguf', uploadId: upload.id, offerTo: offer.percent }
  expect((await session.call('PATCH', `/v1/files/${id}`, body)).statusCode).toBe(200)
  await uploadFirst(session, 'prompt.txt', Buffer.from('Be kind.'))
  const { token } = await withToken(testApp, ['models:read'])
  const folder = mkdtempSync(path.join(tmpdir(), 'console-guide-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(path.join(folder, 'model-keys.pem'), await modelKeysCommand.run(testApp.context, []))
  copyFileSync(path.join(import.meta.dirname, '../signing/verify-model.mjs'), path.join(folder, 'verify-model.mjs'))
  const device = Array.from({ length: 100 }, (_, index) => `device-${index}`).find((each) => isInPart(each, offer))
  const env = { PATH: process.env['PATH'], TOKEN: token, DEVICE: device }
  const runLine = async (line: string) => {
    const here = line.replaceAll('https://console.example.org', origin).replace(/^node /, `"${process.execPath}" `)
    const { stdout } = await run('sh', ['-e', '-c', here], { cwd: folder, env })
    return stdout
  }
  return { runLine, wanted: () => JSON.parse(readFileSync(path.join(folder, 'wanted.json'), 'utf8')).models.gguf }
}

test.skipIf(!findProgram('curl'))(
  'the commands of the guide for devices run as they are written (only with curl)',
  async () => {
    const device = await startDevice()
    const printed: string[] = []
    for (const line of readCommands()) printed.push(await device.runLine(line))
    const offered = { version: 2, fileName: 'lumen-4.gguf', why: 'offered' }
    expect(device.wanted()).toMatchObject(offered)
    const verified = printed.filter((text) => text.startsWith('{')).map((text) => JSON.parse(text).models.gguf)
    expect(verified).toMatchObject([offered])
    expect(printed.at(-1)).toMatch(/^lumen-3\.gguf: the key \w+ signed exactly this file\.\n$/)
  },
)
