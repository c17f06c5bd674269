/** How far apart in time and place two taps count as a double tap. */
const doubleTapMs = 500
const doubleTapPx = 40
/** What was pressed longer ago, and held or dragged, is no longer a click. */
const longestPressMs = 1_000

const controls = 'label, button, a[href], input, textarea, select, summary'
/** Where the second click of a double click has a meaning: it selects a word, or moves on by one more step. */
const takesBoth = 'input:not([type=file]), textarea, select, [data-repeats]'

type Press = {
  x: number
  y: number
  atMs: number
  control: Element | null
  /** The control, or what else lies there: a row of a table, say, or a choice of a list. */
  element: Element | null
  meaning: string
  place?: DOMRect
}

type Begun = Press & { pointer: number; isTap: boolean }

/** The last click, which may be the first of a double click. */
let first: Press | undefined

/** The position of the control that was clicked last; undefined after the keyboard was used. */
export const placeOfLastClick = () => first?.place

/**
 * Treats a double click as one click: the second click is dropped, so that it cannot hit what has appeared under the
 * pointer since the first. Also drops clicks on controls that changed their meaning between press and release, and
 * repeats of a held Enter key. Call it once.
 */
export function dropSecondClicks(): () => void {
  /** What has been pressed and not become a click, by pointer: on a busy page two taps begin before the first is a click. */
  const begun = new Map<number, Begun>()
  let enter: Press | undefined

  function onPointerDown(event: PointerEvent) {
    if (!event.isPrimary || event.button !== 0) return
    const press = pressOf(event)
    for (const [pointer, { atMs }] of begun) if (press.atMs - atMs > longestPressMs) begun.delete(pointer)
    begun.set(event.pointerId, { ...press, pointer: event.pointerId, isTap: event.pointerType !== 'mouse' })
    // a press outside a dialog closes it
    if (isSecond(press) && isStray(first, press)) event.stopImmediatePropagation()
  }

  /** The press that becomes this event; the oldest where the event does not name its pointer. */
  function pressBefore(event: MouseEvent) {
    const [oldest] = begun.keys()
    const pointer = event instanceof PointerEvent && begun.has(event.pointerId) ? event.pointerId : oldest
    return pointer === undefined ? undefined : begun.get(pointer)
  }

  /** All browsers count the clicks of a mouse, but not all count taps. */
  const isSecondHalf = ({ detail }: MouseEvent, press: Begun | undefined) =>
    detail > 1 || (press?.isTap && isSecond(press))

  function onMouseDown(event: MouseEvent) {
    const press = pressBefore(event)
    // it would take the focus
    if (isSecondHalf(event, press) && isStray(first, pressOf(event))) drop(event)
  }

  function onClick(event: MouseEvent) {
    // from a script or the keyboard, or the browser's own click on the input of a label
    if (!event.isTrusted || event.detail === 0) return
    const press = pressBefore(event)
    if (!press) return
    const click = pressOf(event)
    const hasChanged = press.control === click.control && press.meaning !== click.meaning
    if (hasChanged || (isSecondHalf(event, press) && isStray(first, click))) drop(event)
    else first = click
    begun.delete(press.pointer)
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    const press = pressOf(event)
    if (!event.repeat) [enter, first] = [press, undefined]
    else if (!isSame(enter, press) || !press.control?.matches(takesBoth)) drop(event)
  }

  const listening = new AbortController()
  const options = { capture: true, signal: listening.signal }
  window.addEventListener('pointerdown', onPointerDown, options)
  // a tap that became a scroll
  window.addEventListener('pointercancel', ({ pointerId }) => void begun.delete(pointerId), options)
  window.addEventListener('mousedown', onMouseDown, options)
  window.addEventListener('click', onClick, options)
  window.addEventListener('keydown', onKeyDown, options)
  return () => listening.abort()
}

/** Whether to drop the second click of a double click that began with `one`. */
function isStray(one: Press | undefined, other: Press): boolean {
  if (isSame(one, other)) return other.control !== null && !other.control.matches(takesBoth)
  // otherwise two neighbours were clicked, one after the other
  return one !== undefined && !isSame(one, pressAt(one, document.elementFromPoint(one.x, one.y)))
}

function pressOf(event: MouseEvent | KeyboardEvent): Press {
  const { x, y } = event instanceof MouseEvent ? { x: event.clientX, y: event.clientY } : { x: 0, y: 0 }
  return pressAt({ x, y, atMs: event.timeStamp }, event.target)
}

function pressAt({ x, y, atMs }: Pick<Press, 'x' | 'y' | 'atMs'>, target: EventTarget | null): Press {
  const element = target instanceof Element ? target : null
  const control = element?.closest(controls) ?? null
  if (!control) return { x, y, atMs, control, element, meaning: '' }
  const states = ['aria-expanded', 'aria-pressed'].map((name) => control.getAttribute(name))
  const meaning = [control.getAttribute('aria-label') ?? control.textContent, ...states].join(' ')
  return { x, y, atMs, control, element: control, meaning, place: control.getBoundingClientRect() }
}

function isSame(one: Press | undefined, other: Press): boolean {
  return one?.element === other.element && one.meaning === other.meaning
}

/** Whether a press follows the last click as in a double tap. */
function isSecond({ x, y, atMs }: Press): boolean {
  return first !== undefined && atMs - first.atMs < doubleTapMs && Math.hypot(x - first.x, y - first.y) < doubleTapPx
}

function drop(event: Event) {
  event.preventDefault()
  event.stopImmediatePropagation()
}
