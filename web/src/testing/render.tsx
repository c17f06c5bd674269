import { StrictMode, type ReactNode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot, type Root } from 'react-dom/client'

const mounted: { root: Root; host: HTMLElement }[] = []

/** Mounts a component in the test page. It is removed after the test. */
export function render(node: ReactNode): { rerender: (next: ReactNode) => void; host: HTMLElement } {
  const host = document.createElement('div')
  document.body.append(host)
  const root = createRoot(host)
  const show = (next: ReactNode) => flushSync(() => root.render(<StrictMode>{next}</StrictMode>))
  mounted.push({ root, host })
  show(node)
  return { rerender: show, host }
}

export function unmountAll(): void {
  for (const { root, host } of mounted.splice(0)) {
    root.unmount()
    host.remove()
  }
}
