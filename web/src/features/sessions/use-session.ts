import { useQuery } from '@tanstack/react-query'
import { sessionQuery, type Session } from '../../api/session-query.ts'

/** The session as it is now; `entered` is what the page was entered with. */
export function useSession(entered: Session): Session {
  const { data } = useQuery({ ...sessionQuery, enabled: false })
  return data ?? entered
}
