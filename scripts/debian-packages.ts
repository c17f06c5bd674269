import { execFile, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'

/**
 * Installs missing Debian packages with apt-get, as root on Debian unless CONSOLE_NO_APT is 1. Prints what it does.
 * @returns false if packages are missing and could not be installed
 */
export async function ensureDebianPackages(names: string[]): Promise<boolean> {
  if (!existsSync('/etc/debian_version') || process.platform !== 'linux') return false
  const missing = names.filter((name) => !isInstalled(name))
  if (missing.length === 0) return true
  if (process.getuid?.() !== 0 || process.env['CONSOLE_NO_APT'] === '1') return false

  console.log(`Installing Debian packages for the tests: ${missing.join(' ')} (CONSOLE_NO_APT=1 prevents this) ...`)
  const installed =
    (await aptGet(['update'])) && (await aptGet(['install', '-y', '--no-install-recommends', ...missing]))
  console.log(installed ? 'Installed.' : `apt-get could not install ${missing.join(' ')}.`)
  return installed
}

function isInstalled(name: string): boolean {
  const query = spawnSync('dpkg-query', ['-W', '-f', '${db:Status-Status}', name], { encoding: 'utf8' })
  return query.stdout === 'installed'
}

async function aptGet(parameters: string[]): Promise<boolean> {
  // The services of the packages are not started: systemd and SysV init read these files.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', SYSTEMD_OFFLINE: '1', RUNLEVEL: '1' }
  try {
    await promisify(execFile)('apt-get', ['-qq', '-o', 'DPkg::Lock::Timeout=600', ...parameters], { env })
    return true
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return false
  }
}
