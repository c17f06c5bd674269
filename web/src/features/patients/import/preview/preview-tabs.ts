import type { ImportFinding } from '@health-console/contract/patients/findings.ts'
import type { ImportPreview } from '@health-console/contract/patients/imports.ts'

export type TabKey = 'added' | 'changed' | 'removed' | 'warnings'

/** The tabs of a preview. A tab is marked if it asks for a reason or a confirmation. */
export function tabsOf(preview: ImportPreview): { key: TabKey; label: string; count: number; isMarked: boolean }[] {
  const { added, changed, removed, warningCount, needsConfirmation } = preview
  const isRemoved = isMostlyRemoved(preview)
  const others = otherFindings(preview)
  const isDoubted = others.some((finding) => finding.needsConfirmation)
  const isChanged = needsReason(preview) || (needsConfirmation && !isRemoved && !isDoubted)
  return [
    { key: 'added', label: 'New', count: added, isMarked: false },
    { key: 'changed', label: 'Changed', count: changed, isMarked: isChanged },
    { key: 'removed', label: 'Removed', count: removed, isMarked: isRemoved },
    { key: 'warnings', label: 'Warnings', count: warningCount + others.length, isMarked: isDoubted },
  ]
}

/** The first marked tab, or else the first that is not empty. */
export function firstTab(preview: ImportPreview): TabKey {
  const tabs = tabsOf(preview)
  return (tabs.find(({ isMarked }) => isMarked) ?? tabs.find(({ count }) => count > 0))?.key ?? 'added'
}

/** Whether the removed rows alone are more than a third of the table. */
export const isMostlyRemoved = ({ removed, rowsNow }: ImportPreview): boolean => removed * 3 > rowsNow

/** Whether something about a whole column has to be explained. */
export const needsReason = ({ findings }: ImportPreview): boolean => findings.some((finding) => finding.needsReason)

/** Findings that need no reason. They are shown with the warnings. */
export const otherFindings = ({ findings }: ImportPreview): ImportFinding[] =>
  findings.filter((finding) => !finding.needsReason)
