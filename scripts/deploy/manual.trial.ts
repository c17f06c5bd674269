import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../program.ts'
import { canBoot, makeMachine } from './machine.ts'
import { addRelease, blocksOf } from './manual.ts'

/** Stores what it receives in /srv/mails. */
const mailServer = `
  import { appendFileSync, readFileSync } from 'node:fs'
  import { text } from 'node:stream/consumers'
  import { SMTPServer } from 'smtp-server'
  new SMTPServer({
    authOptional: true,
    key: readFileSync('/etc/ssl/private/console.example.org.key'),
    cert: readFileSync('/etc/ssl/console.example.org.pem'),
    onData: (stream, _session, done) => text(stream).then((mail) => (appendFileSync('/srv/mails', mail), done())),
  }).listen(587)`

const makeCertificate = `
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 90 -subj /CN=example.org \\
    -addext subjectAltName=DNS:console.example.org,DNS:mail.example.org \\
    -keyout /etc/ssl/private/console.example.org.key -out /etc/ssl/console.example.org.pem
  cp /etc/ssl/console.example.org.pem /usr/local/share/ca-certificates/own.crt && update-ca-certificates
  echo '127.0.0.1 console.example.org mail.example.org' >> /etc/hosts`

/** The settings that the manual asks its reader to write. */
const editSettings = `
  sed -i 's/user:password@//' /etc/health-console.env
  echo "NODE_EXTRA_CA_CERTS='/etc/ssl/console.example.org.pem'" >> /etc/health-console.env`

test.skipIf(!canBoot)(
  'the commands of the manual install, upgrade and restore a console on a minimal Debian (only as root, with debootstrap and systemd-nspawn)',
  { timeout: 60 * 60_000 },
  async () => {
    const machine = makeMachine(['systemd', 'systemd-sysv', 'dbus', 'sudo', 'openssl', 'ca-certificates'])
    const home = path.join(machine.folder, 'root')
    await addRelease(home)
    mkdirSync(path.join(home, 'node-v26-linux-x64/bin'), { recursive: true })
    cpSync(process.execPath, path.join(home, 'node-v26-linux-x64/bin/node'))
    const options = { cwd: home, env: { ...process.env, XZ_OPT: '-0' } }
    execFileSync('tar', ['-cJf', 'node-v26-linux-x64.tar.xz', 'node-v26-linux-x64'], options)
    mkdirSync(path.join(machine.folder, 'srv/mail'))
    writeFileSync(path.join(machine.folder, 'srv/mail/server.mjs'), mailServer)

    const [
      install = '',
      unpack = '',
      account = '',
      check = '',
      units = '',
      nginx = '',
      start = '',
      invite = '',
      ...others
    ] = blocksOf('docs/operations/install.md', 'One machine')
    expect(others).toEqual([])
    const [verify = ''] = blocksOf('docs/operations/install.md', 'Verify a release')
    await machine.run(install)
    await machine.boot({ [path.join(root, 'node_modules')]: '/srv/node_modules' })
    await machine.run(makeCertificate)
    await machine.run('systemd-run node /srv/mail/server.mjs')
    for (const block of [verify, unpack, account, editSettings]) await machine.run(block)
    expect(await machine.run(check)).toMatch(/, 0 failed/)
    await machine.run(units)
    expect(await machine.run('cat /srv/mails')).toMatch(/^Subject: test failed on /m)
    await machine.run(nginx.replace('YOUR.HOST', 'console.example.org'))
    expect(await machine.run(start)).toContain('"status":"ok"')
    expect(await machine.run(invite)).toMatch(/^https:\/\/console\.example\.org\/invites\?id=/m)
    expect(await machine.run('curl --fail --silent https://console.example.org/healthz')).toContain('ok')

    for (const block of blocksOf('docs/operations/backup.md', 'Backup')) await machine.run(block)
    for (const block of blocksOf('docs/operations/backup.md', 'Drill'))
      expect(await machine.run(block)).toContain('Every hash matches')
    const upgrade = blocksOf('docs/operations/install.md', 'Upgrade').filter((block) => !block.includes('owner.env'))
    for (const block of [verify, ...upgrade]) await machine.run(block)
    expect(await machine.run('systemctl is-active health-console')).toContain('active')

    await machine.run('cp /var/lib/health-console/secret.key /root/secret.key')
    const restore = blocksOf('docs/operations/backup.md', 'Restore').filter(
      (block) => !/--may-be-forged|postgres psql|checkpoints\.txt/.test(block),
    )
    for (const block of restore) await machine.run(block)
    expect(await machine.run(start)).toContain('"status":"ok"')
    expect(await machine.run('health-console list-admins')).toContain('you@example.org')
  },
)
