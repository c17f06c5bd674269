import { comparedOn } from '../bin/node-releases.js'

const longestDays = 45

/** The warning of the CI workflow if the list of security releases has not been compared for long. */
export function findOldList(nowMs: number): string | undefined {
  const days = Math.floor((nowMs - Date.parse(comparedOn)) / 86_400_000)
  if (days <= longestDays) return undefined
  return `The list of security releases was last compared with the changelogs of Node.js ${days} days ago. Compare it again, and change comparedOn.`
}

if (import.meta.main) {
  const warning = findOldList(Date.now())
  if (warning !== undefined) console.log(`::warning file=bin/node-releases.js::${warning}`)
}
