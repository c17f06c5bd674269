import { useState, type ReactNode } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { cdp, page, userEvent, type Locator } from 'vitest/browser'
import { centreOf, doubleClick, doubleTap, doubleTapWhileBusy, taps } from '../../testing/double-click.ts'
import { render } from '../../testing/render.tsx'
import { Button } from './button.tsx'
import { Dialog, DialogBody } from '../dialogs/dialog.tsx'
import { dropSecondClicks } from './second-clicks.ts'
import { TextField } from '../fields/text-field.tsx'

let stop: () => void
beforeEach(() => {
  stop = dropSecondClicks()
})
afterEach(() => stop())

const button = (name: string) => page.getByRole('button', { name, exact: true })

/** Two buttons in one position: the second appears when the first is pressed. */
function Question({ onConfirm }: { onConfirm: () => void }) {
  const [isOpen, setIsOpen] = useState(false)
  const place = { position: 'fixed', left: 200, top: 200 } as const
  return (
    <>
      <Button style={place} onClick={() => setIsOpen(true)}>
        Import data
      </Button>
      {isOpen && (
        <Button style={place} variant="delete" onClick={onConfirm}>
          Remove all
        </Button>
      )}
    </>
  )
}

/** One button that turns into its opposite. */
function Toggle({ onClick = () => {} }: { onClick?: (name: string) => void }) {
  const [name, setName] = useState('Pause')
  const press = () => {
    onClick(name)
    setName(name === 'Pause' ? 'Resume' : 'Pause')
  }
  return <Button onClick={press}>{name}</Button>
}

async function apartBy20px(target: Locator) {
  const point = centreOf(target)
  await taps([point, { ...point, x: point.x + 20 }])
}

const gestures = { doubleClick, doubleTap, doubleTapWhileBusy, apartBy20px }

for (const [name, twice] of Object.entries(gestures)) {
  test(`${name}: a button that appears under the pointer ignores it`, async () => {
    const onConfirm = vi.fn<() => void>()
    render(<Question onConfirm={onConfirm} />)
    await twice(button('Import data'))
    await expect.element(button('Remove all')).toBeVisible()
    expect(onConfirm).not.toHaveBeenCalled()
    await expect.element(button('Remove all')).not.toHaveFocus()
    await button('Remove all').click()
    expect(onConfirm).toHaveBeenCalledOnce()
  })

  test(`${name}: a button that turns into its opposite acts once`, async () => {
    const onClick = vi.fn<(name: string) => void>()
    render(<Toggle onClick={onClick} />)
    await twice(button('Pause'))
    await expect.element(button('Resume')).toBeVisible()
    expect(onClick.mock.calls).toEqual([['Pause']])
  })

  test(`[widgets-14] ${name}: a button acts once, a stepping button twice`, async () => {
    const onClick = vi.fn<() => void>()
    render(<Button onClick={onClick}>Resend invite</Button>)
    await twice(button('Resend invite'))
    await expect.poll(() => onClick.mock.calls.length).toBe(1)
    const onStep = vi.fn<() => void>()
    render(
      <Button data-repeats onClick={onStep}>
        Next page
      </Button>,
    )
    await twice(button('Next page'))
    await expect.poll(() => onStep.mock.calls.length).toBe(2)
  })

  test(`${name}: a row under an option that closes ignores it`, async () => {
    const place = { position: 'fixed', left: 200, top: 200 } as const
    render(
      <>
        <div style={place}>HM-1</div>
        <div style={place}>All days</div>
      </>,
    )
    const onOpen = vi.fn<() => void>()
    const [row, choice] = [page.getByText('HM-1'), page.getByText('All days')]
    row.element().addEventListener('click', onOpen)
    choice.element().addEventListener('click', () => choice.element().toggleAttribute('hidden', true))
    await twice(choice)
    await expect.element(choice).not.toBeVisible()
    await row.click()
    expect(onOpen).toHaveBeenCalledOnce()
  })

  test(`${name}: a dialog that opens is not closed again`, async () => {
    render(<Opener />)
    // On a busy computer the second press may come so late that it counts as a separate one.
    while (!(await isQuick(() => twice(button('Open'))))) await userEvent.keyboard('{Escape}')
    await expect.element(page.getByRole('dialog')).toBeVisible()
    await userEvent.click(document.documentElement, { position: { x: 5, y: 500 } })
    await expect.poll(() => page.getByRole('dialog').query()).toBeNull()
  })
}

/** Whether both clicks of a gesture came within the time of a double click. */
async function isQuick(gesture: () => Promise<unknown>): Promise<boolean> {
  const times: number[] = []
  const listening = new AbortController()
  const note = ({ timeStamp }: Event) => times.push(timeStamp)
  window.addEventListener('pointerup', note, { capture: true, signal: listening.signal })
  await gesture()
  listening.abort()
  return Math.max(...times) - Math.min(...times) < 400
}

function Opener({ children }: { children?: ReactNode }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      <Dialog open={open} onClose={() => setOpen(false)} title="Settings">
        <DialogBody>{children ?? <TextField label="Name" />}</DialogBody>
      </Dialog>
    </>
  )
}

test('two separate clicks both count, even when the button has changed its meaning', async () => {
  const onClick = vi.fn<(name: string) => void>()
  render(<Toggle onClick={onClick} />)
  await button('Pause').click()
  await button('Resume').click()
  expect(onClick.mock.calls).toEqual([['Pause'], ['Resume']])
})

test('two neighbouring buttons can be tapped one after the other', async () => {
  const onClick = vi.fn<(name: string) => void>()
  render(
    ['1', '2'].map((name) => (
      <Button key={name} size="small" onClick={() => onClick(name)}>
        {name}
      </Button>
    )),
  )
  await taps([centreOf(button('1')), centreOf(button('2'))])
  await expect.poll(() => onClick.mock.calls).toEqual([['1'], ['2']])
})

test('a double click on a word selects it', async () => {
  render(<TextField label="Name" defaultValue="Ada" />)
  const field = page.getByLabelText('Name')
  await userEvent.dblClick(field, { position: { x: 10, y: 10 } })
  const input = field.element() as HTMLInputElement
  expect(input.value.slice(input.selectionStart ?? 0, input.selectionEnd ?? 0)).toBe('Ada')
})

test('a click that began before the button changed its label does nothing', async () => {
  const onClick = vi.fn<() => void>()
  const { rerender } = render(<Button onClick={onClick}>Pause</Button>)
  const at = { ...centreOf(button('Pause')), button: 'left', clickCount: 1 } as const
  await cdp().send('Input.dispatchMouseEvent', { type: 'mousePressed', ...at })
  rerender(<Button onClick={onClick}>Try again</Button>)
  await cdp().send('Input.dispatchMouseEvent', { type: 'mouseReleased', ...at })
  expect(onClick).not.toHaveBeenCalled()
  await button('Try again').click()
  expect(onClick).toHaveBeenCalledOnce()
})

test('holding down Enter presses one button, once', async () => {
  const onClick = vi.fn<(name: string) => void>()
  render(<Toggle onClick={onClick} />)
  ;(button('Pause').element() as HTMLElement).focus()
  const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13, text: '\r' }
  for (const autoRepeat of [false, true, true]) {
    await cdp().send('Input.dispatchKeyEvent', { type: 'keyDown', autoRepeat, ...enter })
  }
  await cdp().send('Input.dispatchKeyEvent', { type: 'keyUp', ...enter })
  expect(onClick.mock.calls).toEqual([['Pause']])
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => onClick.mock.calls.length).toBe(2)
})
