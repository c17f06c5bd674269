import type { Failure } from '../lib/failure.ts'
import { FailureText } from '../ui/buttons/reference.tsx'
import { Note } from '../ui/page/note.tsx'

/** The error of a page's form. It is announced when it appears. */
export function FormNote({ failure }: { failure: Failure | null | undefined }) {
  // The live region must exist before its text, otherwise screen readers stay silent. While empty it takes no space.
  return (
    <div aria-live="assertive" className={failure ? undefined : 'sr-only'}>
      {failure && (
        <Note tone="danger">
          <FailureText failure={failure} />
        </Note>
      )}
    </div>
  )
}
