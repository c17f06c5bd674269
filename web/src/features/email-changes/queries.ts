import { getEmailUndo, undoEmailChange } from '@health-console/contract/email-changes.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { call, queryOptionsFor } from '../../api/client.ts'

/** Fetched once, because the text must stay after the link was used. */
export function useEmailUndo(id: string) {
  return useQuery({ ...queryOptionsFor(getEmailUndo, { params: { id } }), staleTime: Infinity })
}

export function useUndoEmailChange(id: string) {
  return useMutation({ mutationFn: () => call(undoEmailChange, { body: { id } }) })
}
