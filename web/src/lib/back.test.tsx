import { createBrowserHistory } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { render, unmountAll } from '../testing/render.tsx'
import { dismissOnBack, useBack } from './back.ts'

type Layer = { isOpen: boolean; dismiss: () => void }

const start = window.location.href
let stop: () => void
let steps = 0
let popped: string[]
let show: (layers: Layer[]) => void
const count = () => void (steps += 1)
const onPop = () => void popped.push(here())

const here = () => new URL(window.location.href).searchParams.get('at') ?? ''

/** This is what the router does. */
const goTo = (at: string) => window.history.pushState({ __TSR_key: at }, '', `?at=${at}`)

/** A step in the browser's history. */
async function step(by: number) {
  const before = steps
  window.history.go(by)
  await vi.waitFor(() => expect(steps).toBeGreaterThan(before))
}

/** Whether the copy of the entry is on top of the history. */
const isOnTop = () => vi.waitFor(() => expect(window.history.state).toHaveProperty('isOver'))
/** Whether the copy has been removed. */
const isGone = () => vi.waitFor(() => expect(window.history.state).not.toHaveProperty('isOver'))

/** Resolves when the copy begins to be left, before the browser has left it. */
function backBegins(): Promise<void> {
  const back = window.history.back.bind(window.history)
  return new Promise((resolve) => {
    vi.spyOn(window.history, 'back').mockImplementationOnce(() => {
      back()
      resolve()
    })
  })
}

function Layers() {
  const [layers, setLayers] = useState<Layer[]>([])
  show = setLayers
  return layers.map((layer, index) => <One key={index} {...layer} />)
}

let shown = 0

function One({ isOpen, dismiss }: Layer) {
  useBack(isOpen, dismiss)
  useEffect(() => {
    shown += 1
    return () => void (shown -= 1)
  }, [])
  return null
}

beforeEach(() => {
  popped = []
  window.addEventListener('popstate', count, { capture: true })
  stop = dismissOnBack()
  window.addEventListener('popstate', onPop)
  goTo('first')
  goTo('page')
  render(<Layers />)
})
afterEach(async () => {
  unmountAll()
  await isGone()
  window.removeEventListener('popstate', count, { capture: true })
  window.removeEventListener('popstate', onPop)
  stop()
  window.history.replaceState(null, '', start)
  vi.restoreAllMocks()
})

/** Opens a layer that stays open when it is dismissed. */
async function openLayer(dismiss: () => void = () => {}) {
  show([{ isOpen: true, dismiss }])
  await isOnTop()
}

test('[widgets-27] Back dismisses what is open and keeps the page, and the next Back leaves it', async () => {
  const dismiss = vi.fn<() => void>(() => show([]))
  await openLayer(dismiss)
  await step(-1)
  expect(dismiss).toHaveBeenCalledOnce()
  await isGone()
  expect([here(), popped]).toEqual(['page', []])
  await step(-1)
  expect([here(), popped]).toEqual(['first', ['first']])
})

test('[widgets-27] Back asks each time, as long as the dialog stays open', async () => {
  const dismiss = vi.fn<() => void>()
  await openLayer(dismiss)
  for (const times of [1, 2, 3]) {
    await step(-1)
    expect(dismiss).toHaveBeenCalledTimes(times)
    await isOnTop()
  }
  expect([here(), popped]).toEqual(['page', []])
})

test('[widgets-27] Back dismisses the upper of two dialogs', async () => {
  const lower = { isOpen: true, dismiss: vi.fn<() => void>() }
  const dismiss = vi.fn<() => void>(() => show([lower]))
  show([lower, { isOpen: true, dismiss }])
  await isOnTop()
  await step(-1)
  expect([dismiss.mock.calls.length, lower.dismiss.mock.calls.length]).toEqual([1, 0])
  await isOnTop()
  await step(-1)
  expect([dismiss.mock.calls.length, lower.dismiss.mock.calls.length]).toEqual([1, 1])
})

test('[widgets-27] a dialog that was closed in another way leaves no entry behind', async () => {
  await openLayer()
  show([])
  await isGone()
  await openLayer()
  show([])
  await isGone()
  expect([here(), popped]).toEqual(['page', []])
  await step(-1)
  expect([here(), popped]).toEqual(['first', ['first']])
})

test('[widgets-27] a URL that changes as the dialog closes stays changed', async () => {
  window.history.replaceState({ __TSR_key: 'dialog' }, '', '?at=dialog')
  await openLayer()
  window.history.replaceState({ __TSR_key: 'closed' }, '', '?at=closed')
  show([])
  await isGone()
  expect([here(), window.history.state, popped]).toEqual(['closed', { __TSR_key: 'closed' }, []])
  await step(-1)
  expect([here(), popped]).toEqual(['first', ['first']])
})

test.each(['before it closes', 'as it closes', 'while it closes', 'after it closed'])(
  '[widgets-27] a dialog that leads to a page %s leaves no entry behind',
  async (when) => {
    await openLayer()
    if (when === 'before it closes') {
      goTo('next')
      await isOnTop()
    }
    const before = steps
    const begun = backBegins()
    show([])
    if (when === 'while it closes') await begun
    if (when.startsWith('after') || when.startsWith('before')) await isGone()
    if (when !== 'before it closes') goTo('next')
    if (when === 'while it closes') await vi.waitFor(() => expect(steps).toBeGreaterThan(before))
    await vi.waitFor(() => expect(shown).toBe(0))
    await vi.waitFor(() => expect(window.history.state).toEqual({ __TSR_key: 'next' }))
    await step(-1)
    // Another step may come first.
    await vi.waitFor(() => expect([here(), popped]).toEqual(['page', ['page']]))
    await step(-1)
    await vi.waitFor(() => expect(here()).toBe('first'))
  },
)

test('[widgets-27] Back from a page that was reached from a dialog is a navigation even before the dialog has closed', async () => {
  const dismiss = vi.fn<() => void>()
  await openLayer(dismiss)
  vi.spyOn(window, 'setTimeout').mockReturnValue(0 as never)
  goTo('next')
  await step(-1)
  vi.restoreAllMocks()
  expect([here(), popped]).toEqual(['page', ['page']])
  expect(dismiss).not.toHaveBeenCalled()
  show([])
  // Waits until the pending copy has been added and removed.
  goTo('last')
})

test('[widgets-27] a jump over several entries is a navigation', async () => {
  const dismiss = vi.fn<() => void>()
  await openLayer(dismiss)
  await step(-2)
  expect([here(), popped]).toEqual(['first', ['first']])
  expect(dismiss).not.toHaveBeenCalled()
  show([])
})

test('[widgets-27] Forward to where a dialog was changes nothing', async () => {
  await openLayer(() => show([]))
  await step(-1)
  await isGone()
  await step(1)
  await isGone()
  expect([here(), popped]).toEqual(['page', []])
  await step(-1)
  expect([here(), popped]).toEqual(['first', ['first']])
})

test('the history of the router keeps the key of each entry where it is read, and sees no dismissal', async () => {
  const history = createBrowserHistory()
  onTestFinished(() => history.destroy())
  const seen: string[] = []
  onTestFinished(history.subscribe(({ action }) => void seen.push(action.type)))
  history.push('?at=router')
  history.flush()
  await vi.waitFor(() => expect(here()).toBe('router'))
  expect(window.history.state).toHaveProperty('__TSR_key', expect.stringMatching(/./))
  expect(seen).toEqual(['PUSH'])

  const dismiss = vi.fn<() => void>(() => show([]))
  await openLayer(dismiss)
  await step(-1)
  expect(dismiss).toHaveBeenCalledOnce()
  expect([here(), seen]).toEqual(['router', ['PUSH']])
})
