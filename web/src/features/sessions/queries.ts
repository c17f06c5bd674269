import { getMe } from '@health-console/contract/sessions.ts'
import { useQuery } from '@tanstack/react-query'
import { queryOptionsFor } from '../../api/client.ts'
import type { Session } from './entry.ts'

/** The current admin and the limits of the session; any fetch of it keeps the session alive. */
export const meQuery = queryOptionsFor(getMe, {})

/** The session as it is now; `entered` is what the page was entered with. */
export function useSession(entered: Session): Session {
  const { data } = useQuery({ ...meQuery, initialData: { data: entered }, staleTime: Infinity })
  return data.data
}
