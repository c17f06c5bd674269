import { useEffectEvent, useLayoutEffect } from 'react'
import { isComposing } from '../lib/is-composing.ts'
import { recall, remember } from '../lib/local-storage.ts'

export const shortcutIds = ['search', 'palette', 'sidebar', 'help'] as const

export type ShortcutId = (typeof shortcutIds)[number]

/** The shortcuts that are turned off in this browser. */
export function shortcutsOff(adminId: string): ShortcutId[] {
  const stored = recall(storageKey(adminId))?.split(' ') ?? []
  return shortcutIds.filter((id) => stored.includes(id))
}

export function rememberShortcutsOff(adminId: string, off: ShortcutId[]): void {
  remember(storageKey(adminId), off.length === 0 ? null : off.join(' '))
}

const storageKey = (adminId: string) => `shortcuts-off ${adminId}`

/** Listens for the shortcuts, except in a text field or while a dialog is open. */
export function useShortcuts(adminId: string, acts: Record<ShortcutId, () => void>): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const id = shortcutOf(event)
    if (!id || event.repeat || isHandledElsewhere(event) || shortcutsOff(adminId).includes(id)) return
    event.preventDefault()
    acts[id]()
  })
  // The listener is added before the page is painted, because visible controls must work.
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
}

/** Focuses the search field of the page, if it has one. */
export function focusSearch(): void {
  const search = document.querySelector<HTMLInputElement>('main input[type=search]')
  search?.focus()
  search?.select()
}

function shortcutOf(event: KeyboardEvent): ShortcutId | undefined {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = event
  // AltGr, with which some layouts type a character, is reported as Ctrl and Alt on Windows.
  if ((ctrlKey || metaKey) && !event.getModifierState('AltGraph'))
    return letterOf(event) === 'k' && !altKey && !shiftKey ? 'palette' : undefined
  return shortcutKeys.get(key)
}

const shortcutKeys = new Map<string, ShortcutId>([
  ['/', 'search'],
  ['[', 'sidebar'],
  ['?', 'help'],
])

/** The letter of a key, or on a layout without Latin letters the one that the key has on a Latin layout. */
function letterOf({ key, code }: KeyboardEvent): string {
  return /^[a-z]$/i.test(key) ? key.toLowerCase() : code.replace(/^Key/, '').toLowerCase()
}

function isHandledElsewhere(event: KeyboardEvent): boolean {
  const { target, defaultPrevented } = event
  const field = 'input, textarea, select, [contenteditable]'
  const isInField = target instanceof Element && target.closest(field) !== null
  const isBehindDialog = document.querySelector('[role$=dialog][data-state=open]') !== null
  return isComposing(event) || defaultPrevented || isInField || isBehindDialog
}
