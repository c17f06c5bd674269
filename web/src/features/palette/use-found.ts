import { listPatients } from '@health-console/contract/patients.ts'
import { listUsers } from '@health-console/contract/users.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { queryOptionsFor } from '../../api/client.ts'
import { searchDelayMs } from '../../ui/fields/search-field.tsx'
import { patientEntry, userEntry, type PaletteEntry } from './entries.ts'

const shownOfEach = 5

type Found = { entries: PaletteEntry[]; users: number; patients: number; isSearching: boolean; error: Error | null }

/**
 * Users and patients that the server finds, 800 ms after the last key, or at once. It uses the calls of the lists, so
 * that a search here is logged like any other. A new search cancels the previous one.
 * @param text empty: nothing is searched
 * @returns the entries, an exact one first
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
  const shown = [foundUsers, foundPatients].flatMap((found) => exactFirst(found).slice(0, shownOfEach))
  return {
    entries: isSearched ? exactFirst(shown) : [],
    users: users.data?.meta.totalAmount ?? 0,
    patients: patients.data?.data.meta.totalAmount ?? 0,
    isSearching: text !== '' && (!isSearched || users.isFetching || patients.isFetching),
    error: users.error ?? patients.error,
  }
}

const exactFirst = (entries: PaletteEntry[]) =>
  entries.toSorted((one, other) => Number(Boolean(other.exact)) - Number(Boolean(one.exact)))

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
