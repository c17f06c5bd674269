import { comparedOn, findHole, findLaterRelease } from '../../../../bin/node-releases.js'
import { ok, warning, type Result } from './finding.ts'

/** Compares the running Node.js with the security releases that this version of the console knows. */
export async function lookAtRuntime(): Promise<Result[]> {
  const { node } = process.versions
  const hole = describeHole(node)
  if (hole !== undefined) return [warning(hole)]
  const later = findLaterRelease(node)
  if (later)
    return [
      warning(
        `Node.js ${node} may lack the security fixes of ${later.releasedOn}, which other lines have (${later.version} fixes ${later.fixes.join(', ')}). Install a later version of this line as soon as there is one`,
      ),
    ]
  return [ok(`Node.js ${node} has all security fixes that were known on ${comparedOn}`)]
}

/** @returns undefined if no vulnerability of this version of Node.js is known */
export function describeHole(version: string): string | undefined {
  const hole = findHole(version)
  return (
    hole &&
    `Node.js ${version} has known vulnerabilities. Install ${hole.version} or newer: the security release of ${hole.releasedOn} fixes ${hole.fixes.join(', ')}`
  )
}
