import { useEffect, useEffectEvent } from 'react'
import { createStore } from './store.ts'

/** The layers that are open over the page, with the top one last. */
const open: { dismiss: () => void }[] = []

/**
 * While something is open, a copy of the page's entry is on top of the browser's history, so that Back leaves the copy
 * instead of the page. The copy's state has this key, with the key of the entry below it.
 */
const mark = 'isOver'

type EntryState = Record<string, unknown>

/**
 * Where the router keeps the key of an entry in its state. Its own blockers cannot serve here: they ask before a
 * navigation is undone, which changes the URL for a moment and is seen by everything that follows it. A test of
 * `back.ts` fails when a version of the router keeps the key elsewhere.
 */
const routerKey = '__TSR_key'

const stateOf = (): EntryState => window.history.state ?? {}
/** The router's key of the current entry of the browser's history. Without a router the entries have none. */
export const entryKey = (): unknown => stateOf()[routerKey] ?? ''
const isCopy = () => Object.hasOwn(stateOf(), mark)
const withoutMark = (state: unknown): EntryState =>
  Object.fromEntries(Object.entries(state ?? {}).filter(([key]) => key !== mark))

/** Keeps the copy there as long as something is open. */
const keepCopy = createStore(() => {})
const keepCopyLater = () => setTimeout(() => keepCopy.get()())

/** Makes Back, and the gesture for it on a phone, dismiss what is open, as Escape does. */
export function useBack(isOpen: boolean, dismiss: () => void): void {
  const onBack = useEffectEvent(dismiss)
  useEffect(() => {
    if (!isOpen) return
    const layer = { dismiss: () => onBack() }
    open.push(layer)
    keepCopyLater()
    return () => {
      open.splice(open.indexOf(layer), 1)
      keepCopyLater()
    }
  }, [isOpen])
}

/**
 * Makes `useBack` work. Call it once, before the router is created, because the router must not see the copy come and
 * go.
 */
export function dismissOnBack(): () => void {
  const { history } = window
  const push = history.pushState.bind(history)
  const replace = history.replaceState.bind(history)
  let below = stateOf()[mark]
  // Set while we leave the copy: what the entry below it should become, or should have on top.
  let leaving: { state: EntryState; url: string; isOnTop: boolean } | null = null

  keepCopy.set(() => {
    if (leaving) return
    if (open.length > 0 && !isCopy()) {
      below = entryKey()
      push({ ...stateOf(), [mark]: below }, '', window.location.href)
    } else if (open.length === 0 && isCopy()) {
      leaving = { state: withoutMark(stateOf()), url: window.location.href, isOnTop: false }
      history.back()
    }
  })

  const onPop = (event: PopStateEvent) => {
    const isBelow = below === entryKey()
    if (leaving && isBelow) {
      event.stopImmediatePropagation()
      const { state, url, isOnTop } = leaving
      if (isOnTop) push(state, '', url)
      else replace(state, '', url)
    } else if (isCopy()) {
      // Forward leads here, where nothing differs.
      event.stopImmediatePropagation()
      below = stateOf()[mark]
    } else if (open.length > 0 && isBelow) {
      event.stopImmediatePropagation()
      open.at(-1)?.dismiss()
    }
    leaving = null
    keepCopyLater()
  }

  // A navigation replaces the duplicate history entry.
  history.pushState = (data, unused, url) => {
    const state = withoutMark(data)
    if (leaving) leaving = { state, url: new URL(url ?? '', window.location.href).href, isOnTop: true }
    if (isCopy()) {
      replace(state, unused, url)
      // The entry below now belongs to another page, so going Back to it is a navigation.
      if (!leaving) below = undefined
    } else {
      push(state, unused, url)
    }
    keepCopyLater()
  }
  history.replaceState = (data, unused, url) => {
    const state = withoutMark(data)
    replace(isCopy() ? { ...state, [mark]: stateOf()[mark] } : state, unused, url)
    if (leaving) leaving = { ...leaving, state, url: window.location.href }
  }

  window.addEventListener('popstate', onPop, { capture: true })
  keepCopyLater()
  return () => {
    window.removeEventListener('popstate', onPop, { capture: true })
    history.pushState = push
    history.replaceState = replace
    keepCopy.set(() => {})
  }
}
