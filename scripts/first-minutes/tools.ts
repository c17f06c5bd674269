import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, symlinkSync } from 'node:fs'
import path from 'node:path'

/** Each Node with the npm that it includes, and the newest npm that does not link Node. */
export const toolchains = [
  { node: '20', npm: '10.8.2' },
  { node: '20', npm: '11.0.0' },
  { node: '22', npm: '10.9.9' },
  { node: '24', npm: '11.6.2' },
  { node: '26', npm: '12.2.0' },
]

/** Whether npm can download packages here. */
export function hasRegistry(): boolean {
  try {
    execFileSync('npm', ['ping', '--fetch-retries=0'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** How npm reaches its registry from this machine, as lines of a user's npm configuration. */
export function readNetworkSettings(): string {
  const names = ['registry', 'cafile', 'proxy', 'https-proxy']
  const configured = (name: string) => execFileSync('npm', ['config', 'get', name], { encoding: 'utf8' }).trim()
  const settings = names.map((name) => [name, configured(name)]).filter(([, value]) => value !== '' && value !== 'null')
  return settings.map(([name, value]) => `${name}=${value}\n`).join('')
}

/** Installs these versions. @returns a folder with a `node` and an `npm` */
export function getTools(folder: string, { node, npm }: (typeof toolchains)[number]): string {
  const programs = path.join(folder, `node ${node} npm ${npm}`)
  if (existsSync(programs)) return programs
  mkdirSync(programs)
  const nodeFolder = unpack(folder, `node-linux-${process.arch}@${node}`)
  symlinkSync(path.join(nodeFolder, 'bin/node'), path.join(programs, 'node'))
  const npmFolder = unpack(folder, `npm@${npm}`)
  for (const name of ['npm', 'npx']) symlinkSync(path.join(npmFolder, `bin/${name}-cli.js`), path.join(programs, name))
  return programs
}

function unpack(folder: string, name: string): string {
  const place = path.join(folder, name)
  if (existsSync(place)) return place
  mkdirSync(place)
  const [file = ''] = execFileSync('npm', ['pack', '--silent', name], { cwd: place, encoding: 'utf8' })
    .trim()
    .split('\n')
  execFileSync('tar', ['-xzf', file, '--strip-components=1', '--no-same-owner'], { cwd: place })
  return place
}
