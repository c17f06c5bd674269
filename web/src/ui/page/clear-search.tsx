import { XIcon } from 'lucide-react'
import { Button } from '../buttons/button.tsx'

/** Where a search finds nothing: the way back, which leads to the field. */
export function ClearSearch({ onClear }: { onClear: () => void }) {
  return (
    <Button
      size="small"
      startIcon={XIcon}
      onClick={({ currentTarget }) => {
        // the button goes with the search
        currentTarget.closest('main, [role=dialog]')?.querySelector<HTMLInputElement>('input[type=search]')?.focus()
        onClear()
      }}
    >
      Clear search
    </Button>
  )
}
