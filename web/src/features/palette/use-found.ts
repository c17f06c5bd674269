import { listPatients } from '@health-console/contract/patients.ts'
import { listUsers } from '@health-console/contract/users.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { queryOptionsFor } from '../../api/client.ts'
import { searchDelayMs } from '../../ui/search-field.tsx'
import { patientEntry, userEntry, type PaletteEntry } from './entries.ts'

const shownOfEach = 5

type Found = { entries: PaletteEntry[]; users: number; patients: number; isSearching: boolean; error: Error | null }

/**
 * Users and patients that the server finds, 800 ms after the last key. It uses the calls of the lists, so that a search
 * here is logged like any other. A new search cancels the previous one.
 */
export function useFound(text: string): Found {
  const searched = useSettled(text)
  const isSearched = searched !== '' && searched === text
  const once = { enabled: isSearched, gcTime: 0 }
  const users = useQuery({ ...queryOptionsFor(listUsers, { query: { page: '1', search: searched } }), ...once })
  const patients = useQuery({ ...queryOptionsFor(listPatients, { query: { page: '1', search: searched } }), ...once })
  const entries = [
    ...(users.data?.data ?? []).slice(0, shownOfEach).map(userEntry),
    ...(patients.data?.data.data ?? []).slice(0, shownOfEach).map(({ memberId }) => patientEntry(memberId)),
  ]
  return {
    entries: isSearched ? entries : [],
    users: users.data?.meta.totalAmount ?? 0,
    patients: patients.data?.data.meta.totalAmount ?? 0,
    isSearching: text !== '' && (!isSearched || users.isFetching || patients.isFetching),
    error: users.error ?? patients.error,
  }
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
