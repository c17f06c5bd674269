import { foldSearch } from '@health-console/contract/values/search-text.ts'
import { listPatients } from '@health-console/contract/patients/patients.ts'
import { listUsers } from '@health-console/contract/users/users.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { queryOptionsFor } from '../../api/client.ts'
import { searchDelayMs } from '../../ui/fields/search-field.tsx'
import { patientEntry, userEntry, type PaletteEntry } from './entries.ts'

const shownOfEach = 5

type Found = {
  /** The results. Those of a group are next to each other. */
  entries: PaletteEntry[]
  /** The result with exactly this ID, the only one with exactly this name, or else the only result. */
  only: PaletteEntry | undefined
  users: number
  patients: number
  isSearching: boolean
  error: Error | null
}

/**
 * Users and patients that the server finds, 800 ms after the last key, or at once. It uses the endpoints of the lists,
 * so that a search here is logged like any other. A new search cancels the previous one.
 * @param text nothing is searched if it is empty
 */
export function useFound(text: string, isAtOnce: boolean): Found {
  const settled = useSettled(text)
  const searched = isAtOnce ? text : settled
  const isSearched = searched !== '' && searched === text
  const once = { enabled: isSearched, gcTime: 0 }
  const users = useQuery({ ...queryOptionsFor(listUsers, { query: { page: '1', search: searched } }), ...once })
  const patients = useQuery({ ...queryOptionsFor(listPatients, { query: { page: '1', search: searched } }), ...once })
  const foundUsers = (users.data?.data ?? []).map((user) => userEntry(user, text))
  const foundPatients = (patients.data?.data.data ?? []).map(({ memberId }) => patientEntry(memberId, text))
  const byRank = (one?: PaletteEntry, other?: PaletteEntry) => rankOf(one, text) - rankOf(other, text)
  const groups = [foundUsers, foundPatients].map((group) => group.toSorted(byRank).slice(0, shownOfEach))
  const entries = isSearched ? groups.toSorted(([one], [other]) => byRank(one, other)).flat() : []
  const isSearching = text !== '' && (!isSearched || users.isFetching || patients.isFetching)
  const [first, second] = entries
  const isOnly = first?.exact === 'Exact ID' || !second || (first?.exact && !second.exact)
  return {
    entries,
    only: isOnly && !isSearching ? first : undefined,
    users: users.data?.meta.totalAmount ?? 0,
    patients: patients.data?.data.meta.totalAmount ?? 0,
    isSearching,
    error: users.error ?? patients.error,
  }
}

/** Exact matches come first, then results with all words in the name, then those that are found by an ID. */
function rankOf(entry: PaletteEntry | undefined, text: string): number {
  if (entry?.exact) return 0
  const name = foldSearch(entry?.label ?? '')
  const words = foldSearch(text).split(/\s+/)
  return words.every((word) => name.includes(word)) ? 1 : 2
}

/** The text once it has not changed for a while. Until then it is empty, which cancels the previous search. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), searchDelayMs)
    return () => {
      clearTimeout(timer)
      setSettled('')
    }
  }, [text])
  return settled
}
