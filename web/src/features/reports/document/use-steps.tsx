import { type ReactNode, useState } from 'react'
import { flushSync } from 'react-dom'
import { formatCount } from '../../../lib/numbers.ts'
import { createStore } from '../../../lib/store.ts'
import { useStore } from '../../../lib/use-store.ts'
import { Button } from '../../../ui/buttons/button.tsx'

const step = 100

/** Whether the page is being printed. */
const printing = createStore(false)

// The browser prints what is there when the listeners return.
window.addEventListener('beforeprint', () => flushSync(() => printing.set(true)))
window.addEventListener('afterprint', () => printing.set(false))

/** The beginning of a long list, and the button that shows the next hundred entries. On paper, all of it is shown. */
export function useSteps<Item>(items: readonly Item[]): { shown: Item[]; more: ReactNode } {
  const [shownEnd, setEnd] = useState(step)
  const end = useStore(printing) ? items.length : shownEnd
  const left = items.length - end
  return {
    shown: items.slice(0, end),
    more: left > 0 && (
      <Button quiet size="small" data-repeats onClick={() => setEnd(end + step)}>
        Show {formatCount(Math.min(left, step))} of {formatCount(left)} more
      </Button>
    ),
  }
}
