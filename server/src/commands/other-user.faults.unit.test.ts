import { spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { emptyDatabase } from '../../testing/engines/engines.ts'
import { otherUser } from '../../testing/processes/other-user.ts'
import { programs } from '../../testing/processes/server-process.ts'

const { uid = 0, gid = 0 } = otherUser
const env = { PATH: process.env['PATH'] ?? '' }
/** The checkout may be in a home folder that other users cannot enter. */
const isPossible =
  uid !== 0 && spawnSync(process.execPath, [programs.commands, 'version'], { env, ...otherUser }).status === 0

function run(args: string[], dataDir: string) {
  const options = { encoding: 'utf8', env: { ...env, DATA_DIR: dataDir }, ...otherUser } as const
  return spawnSync(process.execPath, [programs.commands, ...args], options)
}

async function newFolder(): Promise<string> {
  const place = await emptyDatabase()
  onTestFinished(() => place.remove())
  chmodSync(place.dataDir, 0o755)
  return place.dataDir
}

test.skipIf(!isPossible)(
  'the error of a command names DATA_DIR, its owner, and what to type, but never sudo -u root (only as root)',
  async () => {
    const folder = await newFolder()
    const dataDir = path.join(folder, 'data')
    mkdirSync(dataDir, { mode: 0o700 })
    writeFileSync(path.join(dataDir, 'console.db'), '', { mode: 0o600 })
    for (const [mode, place] of [
      [0o700, `DATA_DIR ${dataDir}`],
      [0o755, path.join(dataDir, 'console.db')],
    ] as const) {
      chmodSync(dataDir, mode)
      expect(run(['list-admins'], dataDir)).toMatchObject({
        status: 1,
        stderr: expect.stringContaining(
          `User nobody (${uid}) cannot use ${place}, which belongs to user root (0). Give it to the server's user: chown -R nobody ${dataDir}`,
        ),
      })
    }
    chmodSync(dataDir, 0o700)
    const { status, stdout } = run(['check'], dataDir)
    expect(status).toBe(1)
    expect(stdout).toMatch(
      /^failed {3}folders {3}DATA_DIR: user nobody \(\d+\) cannot write to .* belongs to user root \(0\)/m,
    )
    expect(stdout).toMatch(/^failed {3}key {7}.*secret.key cannot be read: EACCES/m)
    expect(stdout).toMatch(/^failed {3}database {2}User nobody \(\d+\) cannot use DATA_DIR/m)
    expect(readdirSync(dataDir)).toEqual(['console.db'])
  },
)

test.skipIf(!isPossible)(
  'a database whose mode denies its owner access is named with its path (only as root)',
  async () => {
    const dataDir = await newFolder()
    chownSync(dataDir, uid, gid)
    expect(run(['migrate'], dataDir).status).toBe(0)
    const file = path.join(dataDir, 'console.db')
    chmodSync(file, 0o400)
    for (const command of ['list-admins', 'migrate', 'backup'])
      expect(run([command, ...(command === 'backup' ? [path.join(dataDir, 'b')] : [])], dataDir)).toMatchObject({
        status: 1,
        stderr: expect.stringContaining(
          `User nobody (${uid}) cannot use ${file}, because its mode denies it. Fix: chmod u+rwX ${file}`,
        ),
      })
  },
)

test.skipIf(!isPossible)(
  'the error for a backup folder with files of root says how to fix it (only as root)',
  async () => {
    const folder = await newFolder()
    chownSync(folder, uid, gid)
    const [dataDir, backups] = [path.join(folder, 'data'), path.join(folder, 'backups')]
    expect(run(['migrate'], dataDir).status).toBe(0)
    expect(run(['backup', backups], dataDir)).toMatchObject({ status: 0 })
    const fix = `Give the folder to the user who makes the backups: sudo chown -R nobody ${backups}\n`
    chownSync(backups, 0, 0)
    expect(run(['backup', backups], dataDir)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(
        `${backups} belongs to user root (0), and user nobody (${uid}) cannot use it. ${fix}`,
      ),
    })
    chownSync(backups, uid, gid)
    chownSync(path.join(backups, '.lock'), 0, 0)
    expect(run(['backup', backups], dataDir)).toMatchObject({
      status: 1,
      stderr: expect.stringContaining(`${path.join(backups, '.lock')} belongs to user root (0)`),
    })
    chownSync(path.join(backups, '.lock'), uid, gid)
    // A backup that root made does not stop the next one.
    const [earlier = ''] = readdirSync(backups).filter((name) => name !== '.lock')
    chownSync(path.join(backups, earlier), 0, 0)
    expect(run(['backup', backups], dataDir)).toMatchObject({ status: 0, stdout: expect.stringContaining(earlier) })
    chownSync(path.join(backups, earlier), uid, gid)
    expect(run(['backup', backups], dataDir)).toMatchObject({ status: 0 })
  },
)
