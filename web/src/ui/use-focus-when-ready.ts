import { type RefObject, useEffect, useRef } from 'react'

/**
 * For the main button of a dialog in which a file is chosen: it gets the focus once it can be pressed, unless the focus
 * has left the file meanwhile.
 */
export function useFocusWhenReady(isReady: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isReady && document.activeElement?.closest('[data-file]')) button.current?.focus()
  }, [isReady])
  return button
}
