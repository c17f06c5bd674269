import type { ReportLabels } from '@health-console/contract/reports/reports.ts'
import { toSeen } from '@health-console/formats/unseen.ts'

/**
 * Names a path and the groups that it is in: "Resting heart rate" from the values at the top, "Sleep" and "Awakenings"
 * from the labels, or otherwise the path itself.
 */
export function namesOfPath(path: string, { readouts, labels }: ReportLabels): { groups: string[]; name: string } {
  const readout = readouts.find(({ paths }) => paths.length === 1 && paths[0] === path)
  if (readout) return { groups: [], name: readout.title }
  const keys = path.split('.')
  const own = labels.find((label) => label.path === path)
  if (!own) return { groups: [], name: toSeen(path) }
  const groups = keys.slice(0, -1).flatMap((_, index) => {
    const group = labels.find((label) => label.path === keys.slice(0, index + 1).join('.'))
    return group ? [group.title] : []
  })
  return { groups, name: own.title }
}
