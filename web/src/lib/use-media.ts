import { useCallback, useSyncExternalStore } from 'react'

/** Matches windows as narrow as a phone's. The style sheets have the same limit. */
export const phoneQuery = '(max-width: 47.9375em)'

/** Whether a media query matches now. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const list = matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => matchMedia(query).matches)
}

/**
 * Whether seldom needed actions of a row are in a menu, because the window is narrow or there is no pointer to hover
 * over the row.
 */
export const withoutPointerQuery = `${phoneQuery}, (hover: none)`
