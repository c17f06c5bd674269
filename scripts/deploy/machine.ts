import { execFile, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'
import { findProgram } from '../../server/testing/processes/find-program.ts'

export const canBoot =
  process.getuid?.() === 0 && ['debootstrap', 'systemd-nspawn', 'nsenter'].every((name) => findProgram(name))

const startsWithinMs = 5 * 60_000
const shell = [
  'env',
  '-i',
  'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  'HOME=/root',
  // Packages must not ask questions here, because there is no one to answer them.
  'DEBIAN_FRONTEND=noninteractive',
  'bash',
]

/**
 * A minimal Debian in a folder.
 * @param packages what it has besides Debian's own minimum
 */
export function makeMachine(packages: string[]) {
  const folder = mkdtempSync(path.join(tmpdir(), 'console-machine-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  // This becomes the root folder of the machine, which users other than root must be able to enter.
  chmodSync(folder, 0o755)
  const included = packages.length > 0 ? [`--include=${packages.join()}`] : []
  execFileSync('debootstrap', ['--variant=minbase', ...included, 'bookworm', folder], { stdio: 'ignore' })
  const nspawn = ['--quiet', '--register=no', '--keep-unit', `--directory=${folder}`]
  let leader = ''

  /** Runs a script as root, line by line as if it were pasted. @returns what it prints */
  async function run(script: string): Promise<string> {
    const inside = leader === '' ? ['systemd-nspawn', ...nspawn, '--pipe'] : ['nsenter', `--target=${leader}`, '--all']
    const [program, ...args] = [...inside, ...shell, '-ec', `cd /root; ${script}`]
    const options = { maxBuffer: 2 ** 26 }
    return promisify(execFile)(program, args, options).then(
      ({ stdout, stderr }) => stdout + stderr,
      ({ code, stdout, stderr }) => {
        throw new Error(`${script}\nended with ${code}:\n${stdout}${stderr}`)
      },
    )
  }

  /** Starts it, and waits until `isUp` says so. */
  async function start(options: string[], isUp: () => Promise<boolean>): Promise<void> {
    const container = spawn('systemd-nspawn', [...nspawn, ...options], { stdio: 'ignore' })
    const ended = once(container, 'exit')
    onTestFinished(async () => {
      container.kill('SIGTERM')
      const isOver = await Promise.race([ended, sleep(60_000)])
      if (!isOver) container.kill('SIGKILL')
      await ended
    })
    const giveUpAt = Date.now() + startsWithinMs
    for (;;) {
      ;[leader = ''] = readFileSync(`/proc/${container.pid}/task/${container.pid}/children`, 'utf8').split(' ')
      if (leader !== '' && (await isUp().catch(() => false))) return
      if (container.exitCode !== null || Date.now() > giveUpAt) throw new Error('The machine does not start')
      await sleep(200)
    }
  }

  return {
    folder,
    run,
    /**
     * Boots it with its own network.
     * @param shared folders of this machine, each with its path in the other machine
     */
    boot(shared: Record<string, string>): Promise<void> {
      const binds = Object.entries(shared).map(([from, to]) => `--bind-ro=${from}:${to}`)
      return start([...binds, '--private-network', '--boot'], async () =>
        /^(running|degraded)/.test(await run('systemctl is-system-running || true')),
      )
    },
    /** Starts it without systemd, in the network of this machine. */
    startBare: () => start(['--as-pid2', 'sleep', 'infinity'], async () => (await run('echo up')) === 'up\n'),
  }
}
