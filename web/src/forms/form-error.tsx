import type { Failure } from '../lib/failure.ts'
import { FieldError } from '../ui/fields/field.tsx'
import { Reference } from '../ui/buttons/reference.tsx'

/** The error of a whole form. It is announced when it appears. */
export function FormError({ failure }: { failure: Failure | null }) {
  // The live region must exist before its text, otherwise screen readers stay silent. While empty it takes no space.
  return (
    <div role="alert" className={failure ? undefined : 'sr-only'}>
      {failure && <FieldError>{failure.message}</FieldError>}
      <Reference requestId={failure?.requestId} />
    </div>
  )
}
