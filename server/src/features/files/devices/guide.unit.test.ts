import { execFile } from 'node:child_process'
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { findProgram } from '../../../../testing/processes/find-program.ts'
import { ggufOf, startFilesApp, uploadFirst } from '../../../../testing/files/files-app.ts'
import { withToken } from '../../../../testing/service-accounts.ts'
import { modelKeysCommand } from '../signing/commands.ts'

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
  await uploadFirst(session, 'lumen-3.gguf', ggufOf(1_000))
  await uploadFirst(session, 'prompt.txt', Buffer.from('Be kind.'))
  const { token } = await withToken(testApp, ['models:read'])
  const folder = mkdtempSync(path.join(tmpdir(), 'console-guide-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(path.join(folder, 'model-keys.pem'), await modelKeysCommand.run(testApp.context, []))
  copyFileSync(path.join(import.meta.dirname, '../signing/verify-model.mjs'), path.join(folder, 'verify-model.mjs'))
  const env = { PATH: process.env['PATH'], TOKEN: token, DEVICE: 'device-1' }
  return async (line: string) => {
    const here = line.replaceAll('https://console.example.org', origin).replace(/^node /, `"${process.execPath}" `)
    const { stdout } = await run('sh', ['-e', '-c', here], { cwd: folder, env })
    return stdout
  }
}

test.skipIf(!findProgram('curl'))(
  'the commands of the guide for devices run as they are written (only with curl)',
  async () => {
    const device = await startDevice()
    const printed: string[] = []
    for (const line of readCommands()) printed.push(await device(line))
    const runs = printed.filter((text) => text.startsWith('{')).map((text) => JSON.parse(text).models)
    expect(runs).toHaveLength(2)
    expect(runs[0].gguf).toMatchObject({ version: 1, fileName: 'lumen-3.gguf', why: 'current' })
    expect(printed.at(-1)).toMatch(/^lumen-3\.gguf: the key \w+ signed exactly this file\.\n$/)
  },
)
