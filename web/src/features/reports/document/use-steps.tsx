import { type ReactNode, useState } from 'react'
import { formatCount } from '../../../lib/numbers.ts'
import { Button } from '../../../ui/button.tsx'

const step = 100

/** The beginning of a long list, and the button that shows the next hundred. */
export function useSteps<Item>(items: readonly Item[]): { shown: Item[]; more: ReactNode } {
  const [end, setEnd] = useState(step)
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
