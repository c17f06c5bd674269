import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './program.ts'

type LockEntry = {
  version?: string
  license?: string
  link?: boolean
  resolved?: string
  dependencies?: Record<string, string>
}

const workspaces = ['contract', 'formats', 'server', 'web']

type CarriedPackage = { place: string; name: string; version: string; license: string | undefined }

const lock = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, LockEntry>
}

/**
 * All packages that the built server and web contain: those reached through `dependencies`, without tools and types.
 */
export function carriedPackages(): CarriedPackage[] {
  const reached = new Set<string>()
  const visit = (from: string) => {
    for (const name of Object.keys(lock.packages[from]?.dependencies ?? {})) {
      const found = resolve(from, name)
      if (found === undefined || reached.has(found)) continue
      reached.add(found)
      visit(found)
    }
  }
  for (const workspace of workspaces) visit(workspace)
  const places = [...reached].filter((each) => each.includes('node_modules/')).toSorted()
  return places.map((place) => {
    const { version = '', license } = lock.packages[place] ?? {}
    return { place, name: place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length), version, license }
  })
}

/** Resolves a package from another: the nearest `node_modules` above it. */
function resolve(from: string, name: string): string | undefined {
  for (let place = from; ; place = place.slice(0, Math.max(0, place.lastIndexOf('node_modules/') - 1))) {
    const found = `${place === '' ? '' : `${place}/`}node_modules/${name}`
    const entry = lock.packages[found]
    if (entry) return entry.link ? entry.resolved : found
    if (place === '') return undefined
  }
}
