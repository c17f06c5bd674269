import { vi } from 'vitest'

/** From now on the page is pointed at with a mouse, which a browser without a screen may lack. */
export function pointWithMouse(): void {
  const matchMedia = window.matchMedia.bind(window)
  vi.spyOn(window, 'matchMedia').mockImplementation((query) => matchMedia(query.replace('(hover: none)', 'not all')))
}
