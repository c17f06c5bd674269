import { FieldError } from '../ui/field.tsx'

/** What is wrong with a form as a whole; announced when it appears. */
export function FormError({ children }: { children: string | null | undefined }) {
  // the live region exists before its text, or a screen reader stays silent; empty it takes no place
  return (
    <div role="alert" className={children ? undefined : 'sr-only'}>
      {children && <FieldError>{children}</FieldError>}
    </div>
  )
}
