import type { Failure } from '../lib/failure.ts'
import { FailureText, Reference } from '../ui/buttons/reference.tsx'
import { FieldError } from '../ui/fields/field.tsx'
import { Note } from '../ui/page/note.tsx'

type FormErrorProps = {
  failure: Failure | null | undefined
  /** Whether it is in a box, as on a page. In a dialog it is a line. */
  isBoxed?: boolean
}

/** The error of a whole form. It is announced when it appears. */
export function FormError({ failure, isBoxed = false }: FormErrorProps) {
  // The live region must exist before its text, otherwise screen readers stay silent. While empty it takes no space.
  return (
    <div {...(isBoxed ? { 'aria-live': 'assertive' } : { role: 'alert' })} className={failure ? undefined : 'sr-only'}>
      {failure && (isBoxed ? <BoxedError failure={failure} /> : <LineError failure={failure} />)}
    </div>
  )
}

const BoxedError = ({ failure }: { failure: Failure }) => (
  <Note tone="danger">
    <FailureText failure={failure} />
  </Note>
)

const LineError = ({ failure }: { failure: Failure }) => (
  <>
    <FieldError>{failure.message}</FieldError>
    <Reference requestId={failure.requestId} />
  </>
)
