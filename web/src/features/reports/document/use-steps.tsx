import { type ReactNode, useState } from 'react'
import { formatCount } from '../../../lib/numbers.ts'
import { printing } from '../../../lib/printing.ts'
import { useStore } from '../../../lib/use-store.ts'
import { Button } from '../../../ui/buttons/button.tsx'

const step = 100

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
