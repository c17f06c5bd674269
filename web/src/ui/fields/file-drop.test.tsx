import { useState } from 'react'
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { cdp, commands, page, userEvent } from 'vitest/browser'
import { render } from '../../testing/render.tsx'
import { FileDrop } from './file-drop.tsx'
import { ignoreMissedDrops } from './missed-drops.ts'
import { Toaster } from '../toaster/toaster.tsx'
import { toaster } from '../toasts.ts'

declare module 'vitest/browser' {
  interface BrowserCommands {
    writeTempFile: (name: string, content: string) => Promise<string>
  }
}

const received: (string | null)[] = []
const wrongFormat = page.getByText('Wrong file format')

beforeAll(ignoreMissedDrops)
beforeEach(() => {
  received.length = 0
})
afterEach(() => {
  toaster.remove()
})

function Harness({ error }: { error?: string }) {
  const [file, setFile] = useState<File | null>(null)
  return (
    <>
      <FileDrop
        accept=".gguf"
        hint="Max file size: 15 GB."
        file={file}
        error={error}
        onFile={(next) => {
          received.push(next && next.name)
          setFile(next)
        }}
      />
      <Toaster />
    </>
  )
}

const zoneElement = () => {
  const zone = page.getByText('Drop the file here').element().parentElement?.parentElement
  if (!zone) throw new Error('There is no drop zone')
  return zone
}

/** A point of an element in coordinates of the browser window, because the test's page is in a frame. */
function pointIn(element: Element): { x: number; y: number } {
  const inner = element.getBoundingClientRect()
  const frame = window.frameElement?.getBoundingClientRect() ?? new DOMRect()
  const scale = frame.width ? frame.width / innerWidth : 1
  return { x: frame.x + (inner.x + 40) * scale, y: frame.y + (inner.y + 40) * scale }
}

async function drag(type: 'dragEnter' | 'dragOver' | 'drop', files: string[], at: { x: number; y: number }) {
  await cdp().send('Input.dispatchDragEvent', { type, ...at, data: { items: [], files, dragOperationsMask: 1 } })
}

/** Drags files from outside over the zone and drops them there, with the browser's own drag events. */
async function drop(files: string[], onto: Element = zoneElement()) {
  const at = pointIn(onto)
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) await drag(type, files, at)
}

const good = () => commands.writeTempFile('model.gguf', 'weights')
const bad = () => commands.writeTempFile('notes.txt', 'words')

test('a dropped file replaces the zone, and can be removed again', async () => {
  render(<Harness />)
  await drop([await good()])
  await expect.element(page.getByText('model.gguf')).toBeVisible()
  await expect.element(page.getByText('7 B')).toBeVisible()
  expect(received).toEqual(['model.gguf'])
  const remove = page.getByRole('button', { name: 'Remove file' })
  await expect.element(remove).toHaveFocus()
  await remove.click()
  expect(received).toEqual(['model.gguf', null])
  await expect.element(page.getByLabelText('Choose a file (.gguf)')).toHaveFocus()
})

test('[widgets-11] a wrong file is rejected each time, with a toast that counts', async () => {
  render(<Harness />)
  const path = await bad()
  await drop([path])
  await expect.element(wrongFormat).toBeVisible()
  expect(received).toEqual([null])
  await drop([path])
  await expect.element(page.getByText('(2 times)')).toBeVisible()
  expect(received).toEqual([null, null])
})

test('[widgets-11] the first valid one of several files is accepted, and the others are ignored silently', async () => {
  render(<Harness />)
  await drop([await bad(), await good(), await commands.writeTempFile('second.gguf', '')])
  await expect.poll(() => received).toEqual(['model.gguf'])
  expect(wrongFormat.query()).toBeNull()
})

test('another file dropped on the chosen one replaces it; a wrong file, or one dropped beside it, changes nothing', async () => {
  const { host } = render(<Harness />)
  await drop([await good()])
  const field = host.firstElementChild
  if (!field) throw new Error('There is no field')
  await drop([await commands.writeTempFile('second.gguf', 'more')], field)
  await expect.element(page.getByText('second.gguf')).toBeVisible()
  await drop([await bad()], field)
  await expect.element(wrongFormat).toBeVisible()
  const at = { x: pointIn(field).x, y: pointIn(field).y + 400 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) await drag(type, [await good()], at)
  await expect.element(page.getByText('second.gguf')).toBeVisible()
  expect(received).toEqual(['model.gguf', 'second.gguf'])
})

test('the zone is highlighted while a file is over it', async () => {
  render(<Harness />)
  const zone = zoneElement()
  const atRest = zone.className
  const files = [await good()]
  const inside = pointIn(zone)
  await drag('dragEnter', files, inside)
  await drag('dragOver', files, inside)
  await expect.poll(() => zone.className).not.toBe(atRest)
  const outside = { x: inside.x, y: inside.y + 600 }
  await drag('dragOver', files, outside)
  await expect.poll(() => zone.className).toBe(atRest)
  await drag('drop', files, outside)
  // The file is dropped beside the zone. It is neither accepted, nor opened by the browser in place of the page.
  await expect.element(page.getByText('Drop the file here')).toBeVisible()
  expect(received).toEqual([])
})

test('a file can be chosen, and the same one again after it was removed', async () => {
  render(<Harness />)
  for (let round = 1; round <= 2; round++) {
    await userEvent.upload(page.getByLabelText('Choose a file (.gguf)'), new File(['weights'], 'model.gguf'))
    await expect.element(page.getByText('model.gguf')).toBeVisible()
    await page.getByRole('button', { name: 'Remove file' }).click()
  }
  expect(received).toEqual(['model.gguf', null, 'model.gguf', null])
})

test('the error of the drop zone describes its input', async () => {
  render(<Harness error="Please upload a file" />)
  await expect.element(page.getByLabelText('Choose a file (.gguf)')).toHaveAccessibleDescription('Please upload a file')
})
