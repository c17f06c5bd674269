import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { findProgram } from '../processes/find-program.ts'
import { freePort } from '../processes/free-port.ts'

const sample = path.resolve(import.meta.dirname, '../../../deploy/nginx.conf')
/** `redirectPort`: the port from which http is redirected to https. */
export type RunningNginx = {
  port: number
  redirectPort: number
  logs(): string
  /** Reloads its configuration, with new workers. */
  reload(): void
  /** Stops as a service does, after its requests in progress, and starts again. */
  restart(): Promise<void>
  /** Ends it and removes its files. */
  stop(): Promise<void>
}

const startTimeoutMs = 60_000

/**
 * A real nginx in front of one or more servers, with the configuration from deploy/, without TLS.
 * @param change changes that configuration
 */
export async function runNginx(
  upstreamPorts: number[],
  change = (configuration: string) => configuration,
): Promise<RunningNginx> {
  const program = findProgram('nginx')
  if (program === undefined) throw new Error('nginx is missing')
  const folder = mkdtempSync(path.join(tmpdir(), 'console-nginx-'))
  const port = await freePort()
  const redirectPort = await freePort()
  const configuration = path.join(folder, 'nginx.conf')
  writeFileSync(configuration, change(configurationOf(folder, port, redirectPort, upstreamPorts)))
  let nginx = await start()

  async function start() {
    const child = spawn(program ?? '', ['-p', folder, '-c', configuration, '-e', 'stderr'], { stdio: 'ignore' })
    const giveUpAt = Date.now() + startTimeoutMs
    while (!(await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => undefined))?.ok) {
      if (child.exitCode !== null || Date.now() > giveUpAt) throw new Error('nginx did not start')
      await sleep(20)
    }
    return child
  }

  async function end(signal: 'SIGTERM' | 'SIGQUIT') {
    const ended = once(nginx, 'exit')
    nginx.kill(signal)
    await ended
  }

  const logs = () =>
    ['health-console.log', 'health-console-error.log', 'default.log']
      .map((name) => readFileSync(path.join(folder, name), 'utf8'))
      .join('')
  return {
    port,
    redirectPort,
    logs,
    reload: () => void nginx.kill('SIGHUP'),
    async restart() {
      await end('SIGQUIT')
      nginx = await start()
    },
    async stop() {
      await end('SIGTERM')
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function configurationOf(folder: string, port: number, redirectPort: number, upstreamPorts: number[]): string {
  const server = readFileSync(sample, 'utf8')
    .replace('listen 80;', `listen 127.0.0.1:${redirectPort};`)
    .replace('listen 443 ssl http2', `listen 127.0.0.1:${port}`)
    .replaceAll(/^ *ssl_.*$/gm, '')
    .replaceAll('/var/log/nginx', folder)
    .replaceAll(/^ *server 127.0.0.1:3000 (.*;)$/gm, (_line, options: string) =>
      upstreamPorts.map((each) => `server 127.0.0.1:${each} ${options}`).join('\n'),
    )
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder};`)
  return `
    daemon off;
    worker_processes 1;
    ${process.getuid?.() === 0 ? 'user root;' : ''}
    pid ${folder}/pid;
    events {}
    http {
      ${temporary.join('\n')}
      access_log ${folder}/default.log;
      ${server}
    }`
}
