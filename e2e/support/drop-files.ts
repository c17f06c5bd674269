import type { Locator } from '@playwright/test'
import { devToolsOf } from './dev-tools.ts'

/** Drags files from outside the browser onto an element and drops them, with the browser's own drag events. */
export async function dropFiles(target: Locator, files: string[]): Promise<void> {
  await dragFiles(target, files)
  await dispatch(target, 'drop', files)
}

/** Drags files over an element without dropping them. */
export async function dragFiles(target: Locator, files: string[]): Promise<void> {
  await dispatch(target, 'dragEnter', files)
  await dispatch(target, 'dragOver', files)
}

async function dispatch(target: Locator, type: 'dragEnter' | 'dragOver' | 'drop', files: string[]): Promise<void> {
  const box = await target.boundingBox()
  if (!box) throw new Error('What files are dropped on is not on screen')
  const devTools = await devToolsOf(target.page())
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  await devTools.send('Input.dispatchDragEvent', { type, ...at, data: { items: [], files, dragOperationsMask: 1 } })
}
