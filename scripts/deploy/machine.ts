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

const bootsWithinMs = 5 * 60_000
const shell = [
  'env',
  '-i',
  'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  'HOME=/root',
  // Packages must not ask questions here, because there is no one to answer them.
  'DEBIAN_FRONTEND=noninteractive',
  'bash',
]

/** A minimal Debian with systemd in a folder. Once it has booted, it only has its own network. */
export async function makeMachine() {
  const folder = mkdtempSync(path.join(tmpdir(), 'console-machine-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  // This becomes the root folder of the machine, which users other than root must be able to enter.
  chmodSync(folder, 0o755)
  const packages = 'systemd,systemd-sysv,dbus,sudo,openssl,ca-certificates'
  execFileSync('debootstrap', ['--variant=minbase', `--include=${packages}`, 'bookworm', folder], { stdio: 'ignore' })
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

  return {
    folder,
    run,
    /** @param shared folders of this machine, each with its path in the other machine */
    async boot(shared: Record<string, string>): Promise<void> {
      const binds = Object.entries(shared).map(([from, to]) => `--bind-ro=${from}:${to}`)
      const container = spawn('systemd-nspawn', [...nspawn, ...binds, '--private-network', '--boot'], {
        stdio: 'ignore',
      })
      const ended = once(container, 'exit')
      onTestFinished(async () => {
        container.kill('SIGTERM')
        const isOver = await Promise.race([ended, sleep(60_000)])
        if (!isOver) container.kill('SIGKILL')
        await ended
      })
      const giveUpAt = Date.now() + bootsWithinMs
      for (;;) {
        ;[leader = ''] = readFileSync(`/proc/${container.pid}/task/${container.pid}/children`, 'utf8').split(' ')
        const state = leader === '' ? '' : await run('systemctl is-system-running || true').catch(() => '')
        if (/^(running|degraded)/.test(state)) return
        if (container.exitCode !== null || Date.now() > giveUpAt) throw new Error('The machine does not boot')
        await sleep(200)
      }
    },
  }
}
