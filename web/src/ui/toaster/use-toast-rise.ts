import { useEffect, type RefObject } from 'react'
import { toaster } from '../toasts.ts'

const gapPx = 12
/** The height of a toast of four lines, with the gap above it and the distance from the edge. */
const toastPx = 104 + 16
const columnPx = 384 + 24

type Obstacle = { element: HTMLElement; isInDialog: boolean }
const obstacles: Obstacle[] = []

/** Keeps the toasts above an element, such as a pager, or the buttons of a dialog that are needed after an error. */
export function useToastRise(ref: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const dialog = element.closest<HTMLElement>('[role$=dialog]')
    const obstacle = { element, isInDialog: dialog !== null }
    const changed = new ResizeObserver(measure)
    const gone = new AbortController()
    // The element moves when the elements above it change their height.
    const neighbours = element.parentElement?.children ?? []
    for (const each of [document.documentElement, dialog, ...neighbours]) if (each) changed.observe(each)
    dialog?.addEventListener('animationend', measure, { signal: gone.signal })
    // This is called before the count changes.
    const unsubscribe = toaster.subscribe(() => queueMicrotask(measure))
    obstacles.push(obstacle)
    measure()
    return () => {
      changed.disconnect()
      gone.abort()
      unsubscribe()
      obstacles.splice(obstacles.indexOf(obstacle), 1)
      measure()
    }
  }, [ref])
}

function measure(): void {
  const { style } = document.documentElement
  // Only the buttons of the top dialog can be pressed.
  const dialog = obstacles.findLast(({ isInDialog }) => isInDialog)
  const pager = obstacles.findLast(({ isInDialog }) => !isInDialog)
  const risePx = Math.max(riseOver(dialog), riseOver(pager))
  if (risePx > 0) style.setProperty('--toast-rise', `${risePx}px`)
  else style.removeProperty('--toast-rise')
}

function riseOver(obstacle: Obstacle | undefined): number {
  if (!obstacle) return 0
  const { right, top, bottom } = obstacle.element.getBoundingClientRect()
  // The next toast must not move those that are on screen.
  const reachPx = 24 + toastPx * Math.max(2, toaster.getCount())
  const isCovered = right > document.documentElement.clientWidth - columnPx && bottom > innerHeight - reachPx
  return isCovered ? Math.round(innerHeight - top + gapPx) : 0
}
