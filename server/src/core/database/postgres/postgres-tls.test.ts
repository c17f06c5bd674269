// @module-tag postgres

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { hasOpenssl, makeCertificate } from '../../../../testing/http/certificate.ts'
import { databaseSettings } from '../../../../testing/engines/database-settings.ts'
import { findProgram } from '../../../../testing/processes/find-program.ts'
import { startPgBouncer } from '../../../../testing/engines/pgbouncer.ts'
import { findPostgresBinaries } from '../../../../testing/engines/postgres-binaries.ts'
import { databaseUrl, onServer } from '../../../../testing/engines/postgres-setup.ts'
import { type PrivatePostgres, startPrivatePostgres } from '../../../../testing/engines/private-postgres.ts'
import { runHere } from '../../../../testing/processes/run-console.ts'
import { openDatabase } from '../open.ts'

const binaries = findPostgresBinaries()

/** Whether the connection is encrypted, according to the server. */
async function isEncrypted(url: string): Promise<boolean> {
  const { db, close } = openDatabase({ databaseUrl: url, dataDir: '' })
  try {
    const { rows } = await sql<{ ssl: boolean }>`select ssl from pg_stat_ssl where pid = pg_backend_pid()`.execute(db)
    return rows[0]?.ssl ?? false
  } finally {
    await close()
  }
}

function withParameters(url: string, host: string, parameters: Record<string, string>): string {
  const changed = new URL(url)
  changed.hostname = host
  for (const [name, value] of Object.entries(parameters)) changed.searchParams.set(name, value)
  return changed.href
}

describe.skipIf(!binaries || !hasOpenssl())('a PostgreSQL with a certificate (only with openssl)', () => {
  let server: PrivatePostgres

  beforeAll(async () => {
    server = await startPrivatePostgres(binaries ?? '')
  })
  afterAll(() => server.stop())

  /** PostgreSQL itself writes the files, because it must own its key. */
  async function install({ key, cert }: { key: string; cert: string }): Promise<void> {
    await onServer(server.url, async (client) => {
      for (const [file, text] of [
        ['server.key', key],
        ['server.crt', cert],
      ] as const) {
        const lines = `select unnest(string_to_array(${client.escapeLiteral(text.trim())}, E'\\n'))`
        await client.query(`copy (${lines}) to program 'umask 077; cat > ${file}'`)
      }
      await client.query('alter system set ssl = on')
      await client.query('select pg_reload_conf()')
    })
    const trusting = withParameters(server.url, 'localhost', { sslmode: 'require' })
    await expect
      .poll(() => isEncrypted(trusting).catch((error: Error) => error.message))
      .toMatch(/certificate is rejected/)
  }

  test('a server without TLS is rejected if TLS is required, and the error says what to do', async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'console-tls-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true }))
    const databaseUrl = withParameters(server.url, 'localhost', { sslmode: 'verify-full' })
    expect(await runHere(['migrate'], databaseSettings({ dataDir, databaseUrl }))).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^Setting DATABASE_URL points to a server without TLS.*sslmode=disable.*\n$/m),
    })
  })

  test('a server with TLS is trusted by name, only by its authority, or not at all', async () => {
    const certificate = makeCertificate('DNS:localhost')
    await install(certificate)
    const at = (host: string, parameters: Record<string, string>) =>
      isEncrypted(withParameters(server.url, host, parameters))
    const sslrootcert = certificate.certFile

    expect(await at('localhost', {})).toBe(false)
    expect(await at('localhost', { sslmode: 'disable' })).toBe(false)
    expect(await at('localhost', { sslrootcert })).toBe(true)
    expect(await at('localhost', { sslmode: 'require', sslrootcert })).toBe(true)
    expect(await at('localhost', { sslmode: 'verify-full', sslrootcert })).toBe(true)
    await expect(at('127.0.0.1', { sslmode: 'require', sslrootcert })).rejects.toThrow(/certificate is rejected/)
    await expect(at('127.0.0.1', { sslmode: 'verify-full', sslrootcert })).rejects.toThrow(/certificate is rejected/)
    expect(await at('127.0.0.1', { sslmode: 'verify-ca', sslrootcert })).toBe(true)
    const foreign = { sslrootcert: makeCertificate('DNS:localhost').certFile }
    await expect(at('127.0.0.1', { sslmode: 'verify-ca', ...foreign })).rejects.toThrow(/certificate is rejected/)
  })

  test.skipIf(findProgram('pgbouncer') === undefined)(
    'PgBouncer with the sample configuration checks the certificate of PostgreSQL (only with PgBouncer)',
    async () => {
      const { key, cert } = makeCertificate('DNS:localhost')
      await install({ key, cert })
      const bouncer = await startPgBouncer(withParameters(server.url, 'localhost', {}), cert)
      onTestFinished(() => bouncer.stop())
      expect(await isEncrypted(bouncer.url)).toBe(true)
      // Another database needs another connection to PostgreSQL.
      await install(makeCertificate('DNS:localhost'))
      await expect(isEncrypted(databaseUrl(bouncer.url, 'template1'))).rejects.toThrow()
    },
  )
})
