import { splitReference } from '../lib/reference.ts'
import { FieldError } from '../ui/fields/field.tsx'
import { Reference } from '../ui/buttons/reference.tsx'

/** The error of a whole form. It is announced when it appears. */
export function FormError({ children }: { children: string | null | undefined }) {
  const { text, requestId } = splitReference(children ?? '')
  // The live region must exist before its text, otherwise screen readers stay silent. While empty it takes no space.
  return (
    <div role="alert" className={children ? undefined : 'sr-only'}>
      {text && <FieldError>{text}</FieldError>}
      <Reference requestId={requestId} />
    </div>
  )
}
