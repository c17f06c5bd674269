import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

const execute = promisify(execFile)

const startTimeoutMs = 90_000

// These shells outlive this process by design: when their input closes, for whatever reason, they stop their programs.
// The server is only for tests and its data is temporary, so it is killed.
const daemonKeeper = `
log=$1; shift
"$@" >>"$log" 2>&1 </dev/null &
daemon=$!
while kill -0 $daemon 2>/dev/null && read -r _; do :; done
kill -KILL $daemon 2>/dev/null
wait $daemon 2>/dev/null
`
const folderKeeper = `
while read -r _; do :; done
for attempt in 1 2 3 4 5 6 7 8 9 10; do rm -rf "$1" 2>/dev/null && exit; sleep 0.5; done
`

/** The programs of one cluster and their folder; both are removed when this process ends. */
export class CephCluster {
  readonly folder: string
  readonly configuration: string
  readonly #keepers: { name: string; end: () => Promise<void> }[] = []

  constructor(folder: string) {
    this.folder = folder
    this.configuration = path.join(folder, 'ceph.conf')
    this.#spawnKeeper('folder', folderKeeper, [folder])
  }

  async run(program: string, parameters: string[], input = ''): Promise<string> {
    const running = execute(program, parameters, { cwd: this.folder, env: this.#env(), timeout: startTimeoutMs })
    // A program that reads nothing may have ended.
    running.child.stdin?.on('error', () => {}).end(input)
    const { stdout } = await running
    return stdout
  }

  keep(program: string, parameters: string[]): void {
    const log = path.join(this.folder, 'log', `${program}.out`)
    writeFileSync(log, '')
    this.#spawnKeeper(program, daemonKeeper, [log, program, ...parameters])
  }

  async until(what: string, reached: () => Promise<boolean>): Promise<void> {
    const giveUpAt = Date.now() + startTimeoutMs
    while (!(await reached())) {
      if (Date.now() > giveUpAt) throw new Error(`The S3 server for the tests did not start: ${what}?\n${this.#logs()}`)
      await sleep(100)
    }
  }

  async stop(): Promise<void> {
    for (const keeper of this.#keepers.toReversed()) await keeper.end()
  }

  #spawnKeeper(name: string, script: string, parameters: string[]): void {
    const child = spawn('sh', ['-c', script, 'sh', ...parameters], {
      cwd: this.folder,
      env: this.#env(),
      detached: true,
      stdio: ['pipe', 'ignore', 'ignore'],
    })
    child.unref()
    const ended = once(child, 'exit')
    const end = async () => {
      child.ref()
      child.stdin.end()
      await ended
    }
    this.#keepers.push({ name, end })
  }

  #env() {
    return { ...process.env, CEPH_CONF: this.configuration }
  }

  #logs(): string {
    const daemons = this.#keepers.map((keeper) => keeper.name).filter((name) => name !== 'folder')
    return daemons
      .map((name) => `${name}: ${readFileSync(path.join(this.folder, 'log', `${name}.out`), 'utf8').slice(-1000)}`)
      .join('\n')
  }
}
