// Builds and starts the image without a container engine: it runs the instructions of deploy/Dockerfile one after the
// other, each stage in its own folder, with the context as .dockerignore leaves it, and the program as the unprivileged
// user. Needs root.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../server/testing/processes/free-port.ts'
import { copyNode } from '../../server/testing/processes/other-user.ts'
import { root } from '../program.ts'
import { readCopy, readDockerfile, reachesBuilder } from './dockerfile.ts'

type Stage = { folder: string; cwd: string; env: Record<string, string>; command: string[]; probe: string[] }

/** The user `node` of the base image. */
const user = { uid: 1000, gid: 1000 }
const startTimeoutMs = 120_000

/** @returns the size of what the image adds to its base, and the time until the server was healthy */
async function runImage(): Promise<{ megabytes: number; healthyAfterMs: number }> {
  const temporary = mkdtempSync(path.join(tmpdir(), 'console-image-'))
  chmodSync(temporary, 0o755)
  try {
    const stage = await build(temporary)
    return { megabytes: megabytesOf(path.join(stage.folder, stage.cwd)), healthyAfterMs: await start(stage, temporary) }
  } finally {
    rmSync(temporary, { recursive: true, force: true })
  }
}

async function build(temporary: string): Promise<Stage> {
  const stages = new Map<string, Stage>()
  let stage: Stage | undefined
  for (const { keyword, text } of readDockerfile()) {
    if (keyword === 'FROM') {
      const name = / AS (\w+)$/.exec(text)?.[1] ?? 'final'
      stage = { folder: path.join(temporary, name), cwd: '/', env: {}, command: [], probe: [] }
      mkdirSync(stage.folder)
      stages.set(name, stage)
    }
    if (stage === undefined) continue
    if (keyword === 'ENV')
      for (const [, name = '', value = ''] of text.matchAll(/(\w+)=(\S+)/g)) stage.env[name] = value
    if (keyword === 'WORKDIR') mkdirSync(path.join(stage.folder, (stage.cwd = text)), { recursive: true })
    if (keyword === 'COPY') copy(text, stage, stages)
    if (keyword === 'RUN') await run(text, stage)
    if (keyword === 'HEALTHCHECK') stage.probe = JSON.parse(text.slice(text.indexOf('[')))
    if (keyword === 'CMD') stage.command = JSON.parse(text)
  }
  if (stage === undefined) throw new Error('The Dockerfile has no stage')
  return stage
}

function copy(text: string, stage: Stage, stages: Map<string, Stage>): void {
  const { from, sources, target } = readCopy(text)
  const base = from === undefined ? root : (stages.get(from)?.folder ?? '')
  const filter = (each: string) => from !== undefined || each === root || reachesBuilder(path.relative(root, each))
  for (const source of sources) {
    const isFolder = source === '.' || from !== undefined
    const place = path.join(stage.folder, stage.cwd, target, isFolder ? '' : path.basename(source))
    cpSync(path.join(base, source), place, { recursive: true, filter, verbatimSymlinks: true })
  }
}

async function run(text: string, stage: Stage): Promise<void> {
  console.log(`RUN ${text}`)
  const command = inside(stage, text).replaceAll('node:node', `${user.uid}:${user.gid}`)
  const child = spawn('sh', ['-ec', command], {
    cwd: path.join(stage.folder, stage.cwd),
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`RUN ${text}: ended with ${code}`)
}

/** Translates absolute paths of the image into paths in the stage's folder. */
const inside = ({ folder }: Stage, text: string) => text.replaceAll(/(?<=^|\s)\/(?=\w)/g, `${folder}/`)

async function start(stage: Stage, temporary: string): Promise<number> {
  const programs = path.join(temporary, 'base')
  mkdirSync(programs)
  const env: Record<string, string> = {
    PATH: copyNode(programs),
    ...Object.fromEntries(Object.entries(stage.env).map(([name, value]) => [name, inside(stage, value)])),
    PORT: String(await freePort()),
    PUBLIC_URL: 'https://console.example.org',
    MAIL_DELIVERY: 'off',
  }
  const options = { cwd: path.join(stage.folder, stage.cwd), env, ...user }
  const startedMs = Date.now()
  const [program = '', ...parameters] = stage.command
  const server = spawn(path.resolve(options.cwd, program), parameters, {
    ...options,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = once(server, 'exit')
  const [probe = '', ...question] = stage.probe
  for (;;) {
    const [code] = await once(spawn(probe, question, options), 'exit')
    if (code === 0) break
    if (server.exitCode !== null || Date.now() > startedMs + startTimeoutMs) throw new Error('The image does not start')
    await sleep(200)
  }
  const healthyAfterMs = Date.now() - startedMs
  server.kill('SIGTERM')
  const [code] = await ended
  if (code !== 0) throw new Error(`After SIGTERM the server ended with ${code}`)
  return healthyAfterMs
}

function megabytesOf(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((each) => each.isFile())
  const bytes = files.map((each) => statSync(path.join(each.parentPath, each.name)).size)
  return Math.round(bytes.reduce((sum, size) => sum + size, 0) / 1e6)
}

if (import.meta.main) {
  const { megabytes, healthyAfterMs } = await runImage()
  console.log(
    `The image adds ${megabytes} MB to its base and is healthy after ${(healthyAfterMs / 1000).toFixed(1)} s.`,
  )
}
