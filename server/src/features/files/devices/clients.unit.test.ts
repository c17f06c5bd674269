import { execFile } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { ggufOf, sha256, startFilesApp, uploadFirst } from '../../../../testing/files/files-app.ts'
import { findProgram } from '../../../../testing/processes/find-program.ts'
import { openCuttingProxy } from '../../../../testing/files/cutting-proxy.ts'
import { withToken } from '../../../../testing/service-accounts.ts'
import { hashVersions } from '../signing/hash-versions.ts'

const run = promisify(execFile)
const current = '/machine/v1/models/gguf/current'

async function withModel(sizeBytes: number) {
  const app = await startFilesApp()
  const content = ggufOf(sizeBytes)
  await uploadFirst(app.session, 'model.gguf', content)
  await hashVersions(app.context)
  const { token } = await withToken(app.testApp, ['models:read'])
  const folder = mkdtempSync(path.join(tmpdir(), 'console-models-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const header = `Authorization: Bearer ${token}`
  return { ...app, content, token, header, folder, file: path.join(folder, 'model.gguf') }
}

type Download = { header: string; url: string; folder: string; file: string }

const clients: Record<string, (input: Download) => string[]> = {
  curl: ({ header, url, file }) => ['--fail', '--silent', '--show-error', '-L', '-H', header, '-o', file, url],
  wget: ({ header, url, file }) => ['--quiet', `--header=${header}`, '-O', file, url],
  aria2c: ({ header, url, folder }) => [
    '--quiet',
    '--no-conf',
    '--split=4',
    '--min-split-size=1M',
    '--max-connection-per-server=4',
    `--header=${header}`,
    `--dir=${folder}`,
    '--out=model.gguf',
    url,
  ],
}

for (const [name, argumentsFor] of Object.entries(clients))
  test.skipIf(!findProgram(name))(`${name} downloads the current version (only with ${name})`, async () => {
    const input = await withModel(5_000_000)
    await run(name, argumentsFor({ ...input, url: input.origin + current }))
    expect(sha256(readFileSync(input.file))).toBe(sha256(input.content))
  })

test.skipIf(!findProgram('wget'))('a file is identical after 50 broken connections (only with wget)', async () => {
  const input = await withModel(3_000_000)
  const target = new URL(input.origin)
  target.hostname = '127.0.0.1'
  const proxy = await openCuttingProxy(target, { afterBytes: 50_000, times: 50 })
  const again = ['--tries=0', '--waitretry=0']
  await run('wget', [
    ...again,
    ...(clients['wget']?.({ ...input, url: `${proxy.origin}/machine/v1/models/gguf/versions/1` }) ?? []),
  ])
  expect(proxy.cuts()).toBe(50)
  expect(sha256(readFileSync(input.file))).toBe(sha256(input.content))
})
