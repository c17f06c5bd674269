import type { ReactNode } from 'react'

/** A value that comes from data. A browser that translates the page leaves it as it is, and sends it to no one. */
export function Data({ children }: { children: ReactNode }) {
  return <span translate="no">{children}</span>
}
