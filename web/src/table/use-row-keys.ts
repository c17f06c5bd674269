import { type RefObject, useEffect } from 'react'

const steps: Record<string, (index: number, last: number) => number> = {
  ArrowUp: (index) => index - 1,
  ArrowDown: (index) => index + 1,
  Home: () => 0,
  End: (_index, last) => last,
}

/** Moves the focus among the links or buttons with this class, one a row, with Up, Down, Home and End. */
export function useRowKeys(box: RefObject<HTMLElement | null>, rowLinkClass: string): void {
  useEffect(() => {
    const element = box.current
    if (!element) return
    const move = (event: KeyboardEvent) => {
      const { key, target, altKey, ctrlKey, metaKey, shiftKey } = event
      const step = steps[key]
      if (!step || altKey || ctrlKey || metaKey || shiftKey) return
      const links = [...element.querySelectorAll<HTMLElement>(`.${CSS.escape(rowLinkClass)}`)]
      const index = links.findIndex((link) => link === target)
      if (index < 0) return
      event.preventDefault()
      links[step(index, links.length - 1)]?.focus()
    }
    element.addEventListener('keydown', move)
    return () => element.removeEventListener('keydown', move)
  }, [box, rowLinkClass])
}
