import { useQuery } from '@tanstack/react-query'
import { sessionQuery, type Session } from '../../api/session-query.ts'

/** The current session; `entered` is the one with which the page was opened. */
export function useSession(entered: Session): Session {
  const { data } = useQuery({ ...sessionQuery, enabled: false })
  return data ?? entered
}
