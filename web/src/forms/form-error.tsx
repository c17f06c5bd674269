import { splitReference } from '../lib/reference.ts'
import { FieldError } from '../ui/fields/field.tsx'
import { Reference } from '../ui/buttons/reference.tsx'

/** What is wrong with a form as a whole; announced when it appears. */
export function FormError({ children }: { children: string | null | undefined }) {
  const { text, requestId } = splitReference(children ?? '')
  // the live region must exist before its text, or screen readers stay silent; while empty it takes no space
  return (
    <div role="alert" className={children ? undefined : 'sr-only'}>
      {text && <FieldError>{text}</FieldError>}
      <Reference requestId={requestId} />
    </div>
  )
}
