import type { ListState } from './list-state.ts'

let last: ListState = {}

/**
 * The page and search of the users list when it was left, to which the breadcrumb leads back. They are kept in memory
 * only.
 */
export const lastUsersList = (): ListState => last

export function rememberUsersList(state: ListState): void {
  last = state
}
