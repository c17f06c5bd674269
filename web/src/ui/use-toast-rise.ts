import { useEffect, type RefObject } from 'react'

const gapPx = 12
/** As high as three toasts reach. */
const reachPx = 240
/** A toast and its distance from the edge. */
const columnPx = 384 + 24

const feet: HTMLElement[] = []

/** Keeps the toasts above the buttons of a dialog: these are what there is to do about an error. */
export function useToastRise(foot: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = foot.current
    const dialog = element?.closest<HTMLElement>('[role$=dialog]')
    if (!element || !dialog) return
    const changed = new ResizeObserver(measure)
    const closed = new AbortController()
    for (const each of [document.documentElement, dialog, element]) changed.observe(each)
    dialog.addEventListener('animationend', measure, { signal: closed.signal })
    feet.push(element)
    measure()
    return () => {
      changed.disconnect()
      closed.abort()
      feet.splice(feet.indexOf(element), 1)
      measure()
    }
  }, [foot])
}

/** The dialog on top is the one whose buttons can be pressed. */
function measure(): void {
  const { style, clientWidth } = document.documentElement
  const box = feet.at(-1)?.getBoundingClientRect()
  const isInTheWay = box && box.right > clientWidth - columnPx && box.bottom > innerHeight - reachPx
  if (isInTheWay) style.setProperty('--toast-rise', `${Math.round(innerHeight - box.top + gapPx)}px`)
  else style.removeProperty('--toast-rise')
}
