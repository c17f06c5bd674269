/** How far apart in time and place two taps count as a double tap. */
const doubleTapMs = 500
const doubleTapPx = 40

const controls = 'label, button, a[href], input, textarea, select, summary'
/** Here the second half of a double click means something: it selects a word, or goes one step further. */
const takesBoth = 'input:not([type=file]), textarea, select, [data-repeats]'

type Press = { x: number; y: number; atMs: number; control: Element | null; meaning: string; place?: DOMRect }

/** The last click, or the first half of a double one. */
let first: Press | undefined

/** Where the control stands, or stood, that was clicked last; undefined after the keyboard. */
export const placeOfLastClick = () => first?.place

/**
 * A double click is one click: its second half is dropped, and what has appeared under the pointer since the first
 * half does not get it. So are clicks on what has changed its meaning since they began, and an Enter key held down.
 * Call it once.
 */
export function dropSecondClicks(): () => void {
  let begun: (Press & { isSecond: boolean; isTap: boolean }) | undefined
  let enter: Press | undefined

  function onPointerDown(event: PointerEvent) {
    if (!event.isPrimary || event.button !== 0) return
    const press = pressOf(event)
    const isSecond = first !== undefined && isSoonAndNear(first, press)
    begun = { ...press, isSecond, isTap: event.pointerType !== 'mouse' }
    // a press beside a dialog closes it
    if (isSecond && isStray(first, press)) event.stopImmediatePropagation()
  }

  /** The browser counts the clicks of a mouse, but not everywhere those of a finger. */
  const isSecondHalf = ({ detail }: MouseEvent) => detail > 1 || (begun?.isTap && begun.isSecond)

  function onMouseDown(event: MouseEvent) {
    // it would take the focus
    if (isSecondHalf(event) && isStray(first, pressOf(event))) drop(event)
  }

  function onClick(event: MouseEvent) {
    // from a script, from the keyboard, or the browser's own on the input of a label
    if (!begun || !event.isTrusted || event.detail === 0) return
    const click = pressOf(event)
    const hasChanged = begun.control === click.control && begun.meaning !== click.meaning
    if (hasChanged || (isSecondHalf(event) && isStray(first, click))) drop(event)
    else first = click
    begun = undefined
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
  window.addEventListener('mousedown', onMouseDown, options)
  window.addEventListener('click', onClick, options)
  window.addEventListener('keydown', onKeyDown, options)
  return () => listening.abort()
}

/** Whether the second half of a double click, which began with `one`, is to be dropped where it has landed. */
function isStray(one: Press | undefined, other: Press): boolean {
  if (isSame(one, other)) return other.control !== null && !other.control.matches(takesBoth)
  // otherwise two neighbours were pressed, one after the other
  return one !== undefined && !isSame(one, pressAt(one, document.elementFromPoint(one.x, one.y)))
}

function pressOf(event: MouseEvent | KeyboardEvent): Press {
  const { x, y } = event instanceof MouseEvent ? { x: event.clientX, y: event.clientY } : { x: 0, y: 0 }
  return pressAt({ x, y, atMs: event.timeStamp }, event.target)
}

function pressAt({ x, y, atMs }: Pick<Press, 'x' | 'y' | 'atMs'>, target: EventTarget | null): Press {
  const control = target instanceof Element ? target.closest(controls) : null
  if (!control) return { x, y, atMs, control, meaning: '' }
  const states = ['aria-expanded', 'aria-pressed'].map((name) => control.getAttribute(name))
  const meaning = [control.getAttribute('aria-label') ?? control.textContent, ...states].join(' ')
  return { x, y, atMs, control, meaning, place: control.getBoundingClientRect() }
}

function isSame(one: Press | undefined, other: Press): boolean {
  return one?.control === other.control && one.meaning === other.meaning
}

function isSoonAndNear(one: Press, other: Press): boolean {
  return other.atMs - one.atMs < doubleTapMs && Math.hypot(other.x - one.x, other.y - one.y) < doubleTapPx
}

function drop(event: Event) {
  event.preventDefault()
  event.stopImmediatePropagation()
}
