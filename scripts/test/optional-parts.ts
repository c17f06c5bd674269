import { findNginx } from '../../server/testing/http/find-nginx.ts'
import { hasRadosGateway, radosPackages } from '../../server/testing/storage/rados-gateway.ts'
import { findPgBouncer } from '../../server/testing/pgbouncer.ts'
import { findPostgresBinaries } from '../../server/testing/postgres-binaries.ts'
import { ensureDebianPackages } from '../debian-packages.ts'
import { findBrowser } from '../find-browser.ts'
import { findProgram } from '../find-program.ts'

export function hasPostgres(): boolean {
  const found = () => Boolean(process.env['TEST_DATABASE_URL']) || findPostgresBinaries() !== undefined
  return found() || (ensureDebianPackages(['postgresql']) && found())
}

export const postgresRemedy =
  'To run them: install PostgreSQL 15 or newer (Debian: apt-get install postgresql), ' +
  'or set TEST_DATABASE_URL to a server on which databases may be created.'

export function hasPgBouncer(): boolean {
  const found = () => findPgBouncer() !== undefined
  return found() || (ensureDebianPackages(['pgbouncer']) && found())
}

export const pgBouncerRemedy = 'To run the tests behind it: install PgBouncer (Debian: apt-get install pgbouncer).'

export function hasBrowser(): boolean {
  const found = () => findBrowser() !== undefined
  const isSystems = findBrowser()?.startsWith('/usr/') ?? true
  if (isSystems) ensureDebianPackages(['chromium-headless-shell'])
  return found() || (ensureDebianPackages(['chromium']) && found())
}

export const browserRemedy =
  'To run them: install Chromium (Debian: apt-get install chromium; elsewhere: npx playwright install chromium), ' +
  'or set CHROME_PATH to a Chromium or Chrome.'

export function hasNginx(): boolean {
  const found = () => findNginx() !== undefined
  return found() || (ensureDebianPackages(['nginx-light']) && found())
}

export const nginxRemedy = 'To run them: install nginx (Debian: apt-get install nginx-light).'

/** It checks the units in deploy/. */
export function hasSystemdAnalyze(): boolean {
  const found = () => findProgram('systemd-analyze') !== undefined
  return found() || (ensureDebianPackages(['systemd']) && found())
}

export const systemdRemedy = 'To run them: install systemd-analyze (Debian: apt-get install systemd).'

export function hasS3Server(): boolean {
  return hasRadosGateway() || (ensureDebianPackages(radosPackages) && hasRadosGateway())
}

export const s3Remedy = `To run them: install Ceph's gateway (Debian: apt-get install --no-install-recommends ${radosPackages.join(' ')}).`
