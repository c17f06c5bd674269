import { foldText } from '@health-console/contract/text.ts'
import type { EndUser } from '@health-console/contract/users.ts'

/** Something the palette can open. */
export type PaletteEntry = { id: string; kind: string; label: string; detail?: string } & (
  | { href: string }
  | { act: () => void }
)

export function pageEntry(label: string, href: string): PaletteEntry {
  return { id: `page ${href}`, kind: 'Page', label, href }
}

export function actionEntry(label: string, act: () => void): PaletteEntry {
  return { id: `action ${label}`, kind: 'Action', label, act }
}

export function userEntry({ id, firstName, lastName, memberId }: EndUser): PaletteEntry {
  const name = `${firstName} ${lastName}`.trim()
  const href = `/user/${encodeURIComponent(id)}`
  return { id: `user ${id}`, kind: 'User', label: name || memberId || id, ...(name && { detail: memberId }), href }
}

export function patientEntry(memberId: string): PaletteEntry {
  const href = `/hospital-patients?search=${encodeURIComponent(memberId)}`
  return { id: `patient ${memberId}`, kind: 'Patient', label: memberId, href }
}

/** Entries that search the lists for a text. They are shown at once, before the server answers. */
export function searchEntries(text: string): PaletteEntry[] {
  const query = `search=${encodeURIComponent(text)}`
  return [
    { id: 'search users', kind: 'Search', label: `Users: ${text}`, href: `/?${query}` },
    { id: 'search patients', kind: 'Search', label: `Hospital patients: ${text}`, href: `/hospital-patients?${query}` },
  ]
}

export function matches({ label }: PaletteEntry, text: string): boolean {
  return foldText(label).includes(foldText(text))
}
