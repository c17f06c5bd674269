import type { ListState } from './list-state.ts'

let last: ListState = {}

/** The page and search of the users as they were left: what a breadcrumb leads back to. Kept in memory alone. */
export const lastUsersList = (): ListState => last

export function rememberUsersList(state: ListState): void {
  last = state
}

export function forgetUsersList(): void {
  last = {}
}
