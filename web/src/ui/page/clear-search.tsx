import { XIcon } from 'lucide-react'
import { Button } from '../buttons/button.tsx'

/** Shown when a search finds nothing. It clears the search and focuses the field. */
export function ClearSearch({ onClear }: { onClear: () => void }) {
  return (
    <Button
      size="small"
      startIcon={XIcon}
      onClick={({ currentTarget }) => {
        // The button disappears together with the search.
        currentTarget.closest('main, [role=dialog]')?.querySelector<HTMLInputElement>('input[type=search]')?.focus()
        onClear()
      }}
    >
      Clear search
    </Button>
  )
}
