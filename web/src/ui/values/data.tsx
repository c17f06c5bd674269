import type { ReactNode } from 'react'

/**
 * A value that comes from data. A browser that translates the page leaves it as it is, and does not send it to the
 * translation service.
 */
export function Data({ children }: { children: ReactNode }) {
  return <span translate="no">{children}</span>
}
