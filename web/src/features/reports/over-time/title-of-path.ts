import type { ReportLabels } from '@health-console/contract/reports.ts'
import { toSeen } from '@health-console/formats/unseen.ts'

/**
 * Names a path: "Resting heart rate" from the values at the top, "Sleep, Awakenings" from the labels, or otherwise the
 * path itself.
 */
export function titleOfPath(path: string, { readouts, labels }: ReportLabels): string {
  const readout = readouts.find(({ paths }) => paths.length === 1 && paths[0] === path)
  if (readout) return readout.title
  const keys = path.split('.')
  const own = labels.find((label) => label.path === path)
  if (!own) return toSeen(path)
  const above = keys.slice(0, -1).flatMap((_, index) => {
    const group = labels.find((label) => label.path === keys.slice(0, index + 1).join('.'))
    return group ? [group.title] : []
  })
  return [...above, own.title].join(', ')
}
