import type { ReactNode } from 'react'
import { isolate } from '../../lib/isolate.ts'

/**
 * A value that comes from data. A browser that translates the page leaves it as it is, and sends it to no one. A text is also
 * isolated from the text around it.
 */
export function Data({ children }: { children: ReactNode }) {
  return <span translate="no">{typeof children === 'string' ? isolate(children) : children}</span>
}
