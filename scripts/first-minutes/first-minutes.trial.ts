import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { freePort } from '../../server/testing/processes/free-port.ts'
import { copySources } from './checkout.ts'
import { runInShell } from './log-in.ts'
import { harmless, rejected } from './shells.ts'
import { getTools, hasRegistry, readNetworkSettings, toolchains } from './tools.ts'

// Runs `npm start` in a downloaded archive as a user who is not root, after `su -`, with each npm and Node.
const user = `console-${process.pid}`
const home = `/home/${user}`
const isPossible = process.platform === 'linux' && process.getuid?.() === 0 && hasRegistry()
let tools: string

beforeAll(() => {
  if (!isPossible) return undefined
  tools = mkdtempSync(path.join(tmpdir(), 'console-tools-'))
  chmodSync(tools, 0o755)
  execFileSync('useradd', ['--create-home', '--home-dir', home, '--shell', '/bin/bash', user])
  writeFileSync(path.join(home, '.npmrc'), readNetworkSettings(), { mode: 0o644 })
  return () => {
    execFileSync('userdel', ['--remove', user], { stdio: 'ignore' })
    rmSync(tools, { recursive: true, force: true })
  }
})

/** @returns a function that runs a command in a new copy of the sources */
function unpackSources(toolchain: (typeof toolchains)[number]) {
  const folder = path.join(home, 'Konsole für alle', `${toolchain.node} ${toolchain.npm}`)
  mkdirSync(path.dirname(folder), { recursive: true })
  copySources(folder)
  execFileSync('chown', ['-R', `${user}:`, path.dirname(folder)])
  const programs = [getTools(tools, toolchain)]
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  return async (profile: string[], command?: string) => {
    const run = () => runInShell({ home, user, programs }, folder, profile, command)
    const first = await run()
    // This retries because the registry may have been slow.
    return first.output.includes('Run the same command again') ? run() : first
  }
}

const careful = Object.values(harmless)[0] ?? []
const limits = { timeout: 30 * 60_000 }

test.skipIf(!isPossible).each(toolchains)(
  'npm start is ready with Node $node and npm $npm (only as root on Linux, with the npm registry)',
  limits,
  async (toolchain) => {
    const run = unpackSources(toolchain)
    const port = await freePort()
    const { output, end } = await run([`export PORT=${port}`, ...careful])
    expect(output).toContain('Installed in')
    expect(output).toContain('Health Console is ready')
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200)
    expect(await end()).toContain('"stopping"')
  },
)

test.skipIf(!isPossible)(
  'npm start is ready in each shell, or says what to do (only as root on Linux, with the npm registry)',
  limits,
  async () => {
    const run = unpackSources({ node: '20', npm: '10.8.2' })
    const port = await freePort()
    for (const profile of Object.values(harmless)) {
      const { output, end } = await run([`export PORT=${port}`, ...profile])
      expect(output).toContain('Health Console is ready')
      await end()
    }
    for (const { profile, says } of rejected) expect((await run(profile)).output).toContain(says)
    const tooOld = await run(['export NODE_OPTIONS=--no-experimental-fetch'])
    expect(tooOld.output).toContain('with which Node 26 does not start: unset it and run the command again.')

    const inTerminal = await run([`export PORT=${port}`], `script --quiet --return --command 'npm start' /dev/null`)
    const words = inTerminal.output.replaceAll('\r', '')
    expect(words).toMatch(
      new RegExp(`\\n\\n {2}Health Console is ready: http://localhost:${port}\\n {2}Sign in as .* Demo-\\w+-1a\\n\\n$`),
    )
    await inTerminal.end()

    const other = createServer().listen(3000, '127.0.0.1')
    await once(other, 'listening')
    onTestFinished(() => void other.close())
    expect((await run([])).output).toContain('choose another, for example: PORT=3001 npm start')

    const test = `npm test -- scripts/npm-scripts.unit.test.ts`
    expect((await run(careful, test)).output).toMatch(/total: \d+ passed, 0 failed, 0 skipped/)
  },
)
