import { useSyncExternalStore } from 'react'
import type { Store } from './store.ts'

/** The value of a store; undefined without a store. */
export function useStore<Value>(store: Store<Value>): Value
export function useStore<Value>(store: Store<Value> | undefined): Value | undefined
export function useStore<Value>(store: Store<Value> | undefined): Value | undefined {
  return useSyncExternalStore(store?.subscribe ?? subscribeToNothing, () => store?.get())
}

const subscribeToNothing = () => () => {}
