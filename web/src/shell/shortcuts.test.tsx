import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from '../testing/render.tsx'
import { Dialog } from '../ui/dialogs/dialog.tsx'
import { SearchField } from '../ui/fields/search-field.tsx'
import { focusSearch, rememberShortcutsOff, shortcutsOff, useShortcuts } from './shortcuts.ts'

const acts = {
  search: vi.fn<() => void>(focusSearch),
  palette: vi.fn<() => void>(),
  sidebar: vi.fn<() => void>(),
  help: vi.fn<() => void>(),
}
const counts = () => [acts.search, acts.palette, acts.sidebar, acts.help].map((act) => act.mock.calls.length)

beforeEach(() => Object.values(acts).forEach((act) => act.mockClear()))
afterEach(() => localStorage.clear())

function Screen({ withDialog = false }: { withDialog?: boolean }) {
  useShortcuts('ada', acts)
  return (
    <main>
      <SearchField label="Search by Member ID" value="" onSearch={() => {}} />
      <button type="button">Elsewhere</button>
      <Dialog open={withDialog} onClose={() => {}} title="Settings">
        <button type="button">Inside</button>
      </Dialog>
    </main>
  )
}

async function pressAll() {
  await userEvent.keyboard('?')
  await userEvent.keyboard('[[')
  await userEvent.keyboard('{Control>}k{/Control}')
  await userEvent.keyboard('/')
}

test('each key has its action, / focuses the search, and no shortcut works inside a field', async () => {
  render(<Screen />)
  await page.getByRole('button', { name: 'Elsewhere' }).click()
  await pressAll()
  expect(counts()).toEqual([1, 1, 1, 1])
  const search = page.getByRole('searchbox')
  await expect.element(search).toHaveFocus()
  await expect.element(search).toHaveValue('')
  await pressAll()
  expect(counts()).toEqual([1, 1, 1, 1])
  await expect.element(search).toHaveValue('?[/')
})

const press = (key: string, code: string, modifiers: KeyboardEventInit = {}) =>
  window.dispatchEvent(new KeyboardEvent('keydown', { key, code, ...modifiers }))

test('[shell-14] a letter counts by its place only on layouts without Latin letters, and a character by itself', () => {
  render(<Screen />)
  press('л', 'KeyK', { ctrlKey: true })
  press('κ', 'KeyK', { metaKey: true })
  expect(acts.palette).toHaveBeenCalledTimes(2)
  // A Dvorak layout has K at the place of V, and T at the place of K.
  press('k', 'KeyV', { ctrlKey: true })
  press('t', 'KeyK', { ctrlKey: true })
  expect(acts.palette).toHaveBeenCalledTimes(3)
  press('/', 'Digit7', { shiftKey: true })
  press('?', 'Minus', { shiftKey: true })
  press('[', 'Digit8', { ctrlKey: true, altKey: true, modifierAltGraph: true })
  press('/', 'KeyQ', { ctrlKey: true, altKey: true, modifierAltGraph: true })
  press('.', 'Slash')
  expect(counts()).toEqual([2, 3, 1, 1])
})

test('no shortcut works behind a dialog', async () => {
  render(<Screen withDialog />)
  await page.getByRole('button', { name: 'Inside' }).click()
  await pressAll()
  expect(counts()).toEqual([0, 0, 0, 0])
})

test('a shortcut that is turned off leaves its key to the browser, for this admin only', async () => {
  rememberShortcutsOff('ada', ['search', 'palette', 'sidebar'])
  rememberShortcutsOff('grace', ['help'])
  expect(shortcutsOff('ada')).toEqual(['search', 'palette', 'sidebar'])
  render(<Screen />)
  await page.getByRole('button', { name: 'Elsewhere' }).click()
  const prevented: boolean[] = []
  const listen = (event: KeyboardEvent) => prevented.push(event.defaultPrevented)
  window.addEventListener('keydown', listen)
  await userEvent.keyboard('/')
  window.removeEventListener('keydown', listen)
  expect(prevented).toEqual([false])
  await pressAll()
  expect(counts()).toEqual([0, 0, 0, 1])
})
