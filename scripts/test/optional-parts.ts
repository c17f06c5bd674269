import { existsSync } from 'node:fs'
import { findProgram } from '../../server/testing/processes/find-program.ts'
import { findPostgresBinaries } from '../../server/testing/engines/postgres-binaries.ts'
import { hasRadosGateway, radosPackages } from '../../server/testing/storage/rados-gateway.ts'
import { ensureDebianPackages } from '../debian-packages.ts'
import { findBrowser } from '../find-browser.ts'

/** A program that tests need and npm does not install. */
export type Part = {
  name: string
  isFound: () => boolean
  /** Whether to install it. By default it is installed if it is not found. */
  isWanted?: () => boolean
  /** Debian's packages, the preferred one first; the next ones are tried if it does not exist. */
  packages: string[][]
  remedy: string
}

export const postgres: Part = {
  name: 'PostgreSQL',
  isFound: () => Boolean(process.env['TEST_DATABASE_URL']) || findPostgresBinaries() !== undefined,
  packages: [['postgresql']],
  remedy:
    'To run them: install PostgreSQL 15 or newer (Debian: apt-get install postgresql), ' +
    'or set TEST_DATABASE_URL to a server on which databases may be created.',
}

export const pgBouncer: Part = {
  name: 'PgBouncer',
  isFound: () => findProgram('pgbouncer') !== undefined,
  packages: [['pgbouncer']],
  remedy: 'To run them: install PgBouncer (Debian: apt-get install pgbouncer).',
}

export const browser: Part = {
  name: 'A browser',
  isFound: () => findBrowser() !== undefined,
  // Instead of a whole browser of the system, which needs twice the processor time.
  isWanted: () => findBrowser()?.startsWith('/usr/') ?? true,
  packages: [['chromium-headless-shell'], ['chromium']],
  remedy:
    'To run them: install Chromium (Debian: apt-get install chromium; elsewhere: npx playwright install chromium), ' +
    'or set CHROME_PATH to a Chromium or Chrome.',
}

/** The main journeys also run in it. */
export const firefox: Part = {
  name: 'Firefox',
  isFound: () => findProgram('firefox-esr') !== undefined || findProgram('firefox') !== undefined,
  packages: [['firefox-esr']],
  remedy: 'To run them: install Firefox (Debian: apt-get install firefox-esr).',
}

/** The main journeys also run in it, on a screen in memory. */
export const webkit: Part = {
  name: 'WebKitWebDriver and Xvfb',
  isFound: () => findProgram('WebKitWebDriver') !== undefined && findProgram('Xvfb') !== undefined,
  packages: [['webkit2gtk-driver', 'xvfb']],
  remedy: 'To run them: install WebKit and Xvfb (Debian: apt-get install webkit2gtk-driver xvfb).',
}

export const nginx: Part = {
  name: 'nginx',
  isFound: () => findProgram('nginx') !== undefined,
  packages: [['nginx-light']],
  remedy: 'To run them: install nginx (Debian: apt-get install nginx-light).',
}

/** Devices download with it. */
export const downloaders: Part[] = [
  ['curl', 'curl'],
  ['wget', 'wget'],
  ['aria2c', 'aria2'],
].map(([name = '', debian = '']) => ({
  name,
  isFound: () => findProgram(name) !== undefined,
  packages: [[debian]],
  remedy: `To run them: install ${name} (Debian: apt-get install ${debian}).`,
}))

/** It checks the units in deploy/. */
export const systemd: Part = {
  name: 'systemd-analyze',
  isFound: () => findProgram('systemd-analyze') !== undefined,
  packages: [['systemd']],
  remedy: 'To run them: install systemd-analyze (Debian: apt-get install systemd).',
}

/** It tests the alert rules in deploy/. */
export const promtool: Part = {
  name: 'promtool',
  isFound: () => findProgram('promtool') !== undefined,
  packages: [['prometheus']],
  remedy: 'To run them: install promtool (Debian: apt-get install prometheus).',
}

/** It signs the checksums of a release. */
export const sshKeygen: Part = {
  name: 'ssh-keygen',
  isFound: () => findProgram('ssh-keygen') !== undefined,
  packages: [['openssh-client']],
  remedy: 'To run them: install ssh-keygen (Debian: apt-get install openssh-client).',
}

/** It extracts the text of printed pages. */
export const pdfReader: Part = {
  name: 'pdftotext',
  isFound: () => findProgram('pdftotext') !== undefined,
  packages: [['poppler-utils']],
  remedy: 'To run them: install pdftotext (Debian: apt-get install poppler-utils).',
}

/** It opens and saves the tables that users download. */
export const spreadsheetPrograms: Part = {
  name: 'LibreOffice or openpyxl',
  isFound: () => findProgram('soffice') !== undefined && existsSync('/usr/lib/python3/dist-packages/openpyxl'),
  packages: [['libreoffice-calc', 'python3-openpyxl']],
  remedy: 'To run them: install LibreOffice and openpyxl (Debian: apt-get install libreoffice-calc python3-openpyxl).',
}

export const s3Server: Part = {
  name: 'An S3 server',
  isFound: hasRadosGateway,
  packages: [radosPackages],
  remedy: `To run them: install Ceph's gateway (Debian: apt-get install --no-install-recommends ${radosPackages.join(' ')}).`,
}

/** Installs missing programs with apt-get if possible, all at once because each run takes seconds. */
export async function installMissing(parts: Part[]): Promise<void> {
  const wanted = parts.filter(({ isFound, isWanted = () => !isFound() }) => isWanted())
  if (await ensureDebianPackages(wanted.flatMap(({ packages }) => packages[0] ?? []))) return
  for (const { isFound, packages } of wanted)
    for (const names of packages) if (!isFound()) await ensureDebianPackages(names)
}
