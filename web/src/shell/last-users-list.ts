import { createStore } from '../lib/store.ts'
import type { ListState } from './list-state.ts'

const last = createStore<ListState>({})

/**
 * The page and search of the users list when it was left, to which the breadcrumb leads back. They are kept in memory
 * only.
 */
export const lastUsersList = last.get

export const rememberUsersList = last.set
