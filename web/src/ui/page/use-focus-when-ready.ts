import { type RefObject, useEffect, useRef } from 'react'

/**
 * Focuses the main button of a dialog in which a file is chosen once the button is enabled, unless the focus has left
 * the file meanwhile.
 */
export function useFocusWhenReady(isReady: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    if (isReady && document.activeElement?.closest('[data-file]')) button.current?.focus()
  }, [isReady])
  return button
}
