import { createStore } from '../../lib/store.ts'

/**
 * How far apart two taps of a double tap may be: in time, and in distance, which is less than the width of the smallest
 * target.
 */
const doubleTapMs = 500
const doubleTapPx = 24

const controls = 'label, button, a[href], input, textarea, select, summary'
/** Elements where the second click of a double click has a meaning: it selects a word, or moves on by one more step. */
const acceptsBoth = 'input:not([type=file]), textarea, select, [data-repeats]'

type Click = { x: number; y: number; atMs: number; element: Element | null }

/** The last click, which may be the first of a double click. */
const last = createStore<Click | undefined>(undefined)

/**
 * Treats a double click as one click: the second click is dropped, so that it cannot act on what has appeared under the
 * pointer since the first. It also drops clicks on controls that changed their text since the press, and repeats of a
 * held Enter key. Call it once.
 */
export function dropSecondClicks(): () => void {
  let isTap = false
  let entered: EventTarget | null = null
  let pressed: { control: Element | null; text: string | null | undefined } | undefined

  /** All browsers count the clicks of a mouse, but not all count taps. */
  const isSecond = (event: MouseEvent) => event.detail > 1 || (isTap && isNear(event))

  function onPointerDown(event: PointerEvent) {
    isTap = event.pointerType !== 'mouse'
    const control = controlOf(event)
    pressed = { control, text: control?.textContent }
    // A press outside a dialog closes it.
    if (isNear(event) && isStray(event)) event.stopImmediatePropagation()
  }

  function onMouseDown(event: MouseEvent) {
    // The press would take the focus.
    if (isSecond(event) && isStray(event)) drop(event)
  }

  function onClick(event: MouseEvent) {
    // The click comes from a script or the keyboard, or is the browser's own click on the input of a label.
    if (!event.isTrusted || event.detail === 0) return
    const control = controlOf(event)
    const hasChanged = pressed?.control === control && pressed.text !== control?.textContent
    if (hasChanged || (isSecond(event) && isStray(event))) return drop(event)
    const { clientX: x, clientY: y, timeStamp: atMs } = event
    last.set({ x, y, atMs, element: elementOf(event) })
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    if (event.repeat) {
      if (event.target !== entered || !controlOf(event)?.matches(acceptsBoth)) drop(event)
      return
    }
    entered = event.target
    last.set(undefined)
  }

  const listening = new AbortController()
  const options = { capture: true, signal: listening.signal }
  window.addEventListener('pointerdown', onPointerDown, options)
  window.addEventListener('mousedown', onMouseDown, options)
  window.addEventListener('click', onClick, options)
  window.addEventListener('keydown', onKeyDown, options)
  return () => listening.abort()
}

/** Whether the second click of a double click would act twice, or act on something other than the first. */
function isStray(event: MouseEvent): boolean {
  if (elementOf(event) !== last.get()?.element) return true
  const control = controlOf(event)
  return control !== null && !control.matches(acceptsBoth)
}

/** Whether an event follows the last click as in a double tap. */
function isNear({ clientX, clientY, timeStamp }: MouseEvent): boolean {
  const click = last.get()
  if (click === undefined || timeStamp - click.atMs >= doubleTapMs) return false
  return Math.hypot(clientX - click.x, clientY - click.y) < doubleTapPx
}

/** The control, or the element in its position, such as a row of a table or an option of a list. */
const elementOf = (event: Event) => controlOf(event) ?? (event.target instanceof Element ? event.target : null)

const controlOf = ({ target }: Event) => (target instanceof Element ? target.closest(controls) : null)

function drop(event: Event) {
  event.preventDefault()
  event.stopImmediatePropagation()
}
