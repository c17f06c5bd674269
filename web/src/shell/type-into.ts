import { createStore } from '../lib/store.ts'
import { codeTimeoutMs } from './pending-page.tsx'

const waiting = createStore<AbortController | null>(null)

/**
 * Collects typed text until the field that was just opened has the focus, and enters it there. Otherwise the keys would
 * be lost while the field's code is loading.
 */
export function typeInto(selector: string): void {
  if (waiting.get()) return
  let typed = ''
  let isEntered = false
  const listening = new AbortController()
  waiting.set(listening)
  const stop = () => {
    listening.abort()
    if (waiting.get() === listening) waiting.set(null)
  }
  const keep = (event: KeyboardEvent) => {
    if (isCommand(event)) return
    if (event.key === 'Enter') isEntered = true
    else if (event.key === 'Backspace') typed = [...typed].slice(0, -1).join('')
    else if ([...event.key].length === 1) typed += event.key
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const type = (field: HTMLInputElement) => {
    stop()
    if (typed !== '') {
      field.setRangeText(typed, 0, field.value.length, 'end')
      field.dispatchEvent(new InputEvent('input', { bubbles: true }))
    }
    // This runs once the text has been rendered.
    if (isEntered) setTimeout(() => field.dispatchEvent(enter()))
  }
  // React receives no events while it adds the field to the page.
  const typeLater = ({ target }: FocusEvent) => {
    if (target instanceof HTMLInputElement && target.matches(selector)) setTimeout(() => type(target))
    // The field has failed to load, so the keys are for the buttons that are there instead.
    else if (target instanceof Element && target.closest('dialog')) stop()
  }
  const options = { capture: true, signal: listening.signal }
  window.addEventListener('keydown', keep, options)
  window.addEventListener('focusin', typeLater, options)
  window.addEventListener('pointerdown', stop, options)
  setTimeout(stop, codeTimeoutMs)
}

const enter = () => new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })

/** AltGr, which types a character, counts as Ctrl and Alt on Windows. */
const isCommand = (event: KeyboardEvent) =>
  (event.ctrlKey || event.metaKey || event.altKey) && !event.getModifierState('AltGraph')
