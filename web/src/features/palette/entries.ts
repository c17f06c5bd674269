import { foldSearch } from '@health-console/contract/values/search-text.ts'
import type { EndUser } from '@health-console/contract/users/users.ts'
import { formatDate } from '../../lib/dates.ts'
import { nameOfId } from '../../lib/short-ids.ts'
import { HospitalIcon, SearchIcon, UsersRoundIcon, type LucideIcon } from 'lucide-react'

/** Something that the palette can open or do. */
export type PaletteEntry = {
  id: string
  group: 'Recent' | 'Users' | 'Patients' | 'Pages' | 'Commands' | 'Search'
  icon: LucideIcon
  label: string
  /** A user's member ID, unless it is the label. */
  memberId?: string | undefined
  detail?: string | undefined
  /** The kind of the entry, or its location. */
  kind: string
  /** Whether the text is the whole name or ID. */
  exact?: 'Exact ID' | 'Exact name' | undefined
} & ({ href: string } | { act: () => void })

export function pageEntry(icon: LucideIcon, label: string, href: string): PaletteEntry {
  return { id: `page ${href}`, group: 'Pages', icon, label, kind: 'Page', href }
}

export function userEntry({ id, firstName, lastName, memberId, dateOfBirth }: EndUser, text: string): PaletteEntry {
  const name = `${firstName} ${lastName}`.trim()
  const exact = [id, memberId].some((each) => isSame(each, text)) ? 'Exact ID' : isSame(name, text) && 'Exact name'
  return {
    id: `user ${id}`,
    group: 'Users',
    icon: UsersRoundIcon,
    label: name || memberId || nameOfId(id),
    memberId: name === '' ? undefined : memberId,
    detail: formatDate(dateOfBirth) ?? 'date of birth unknown',
    kind: 'User',
    exact: exact || undefined,
    href: `/user/${encodeURIComponent(id)}`,
  }
}

export function patientEntry(memberId: string, text: string): PaletteEntry {
  return {
    id: `patient ${memberId}`,
    group: 'Patients',
    icon: HospitalIcon,
    label: memberId,
    kind: 'Patient',
    exact: isSame(memberId, text) ? 'Exact ID' : undefined,
    href: `/hospital-patients?search=${encodeURIComponent(memberId)}`,
  }
}

/** Entries that search the lists for a text. They are shown at once, before the server responds. */
export function searchEntries(text: string): PaletteEntry[] {
  const search = { group: 'Search', icon: SearchIcon } as const
  const query = `search=${encodeURIComponent(text)}`
  return [
    { ...search, id: 'search users', kind: 'Users', label: `Search Users for “${text}”`, href: `/?${query}` },
    {
      ...search,
      id: 'search patients',
      kind: 'Patients',
      label: `Search Hospital patients for “${text}”`,
      href: `/hospital-patients?${query}`,
    },
  ]
}

/** Whether the text is in the label or detail and begins with a word there, so that parts of names match no action. */
export function matches({ label, detail = '' }: PaletteEntry, text: string): boolean {
  return wordsOf(`${label} ${detail}`).includes(wordsOf(text))
}

const wordsOf = (text: string) =>
  ` ${foldSearch(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
    .join(' ')}`

const isSame = (value: string, text: string) => value !== '' && foldSearch(value) === foldSearch(text)
