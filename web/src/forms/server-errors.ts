import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form'
import { ApiError, isUnconfirmed } from '../api/errors.ts'

/** Maps the fields of the request, `users.email` for the path `users.0.email`, to those of the form. */
type FieldMap<Values extends FieldValues> = Record<string, FieldPath<Values>>

const withoutIndexes = (path: string) => path.replaceAll(/\.\d+(?=\.|$)/g, '')

/** Shows the server's errors at their fields, and focuses the first one. */
export function showFieldErrors<Values extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<Values>,
  fieldOf: FieldMap<Values>,
): void {
  if (!(error instanceof ApiError)) return
  const shown = error.fields.flatMap(({ path, message }) => {
    const name = withoutIndexes(path)
    const field = Object.hasOwn(fieldOf, name) ? fieldOf[name] : undefined
    return field ? [{ field, message }] : []
  })
  shown.forEach(({ field, message }, index) => {
    setError(field, { type: 'server', message }, { shouldFocus: index === 0 })
  })
}

/** The error of the whole form. Null if the fields show it already, or if the admin cancelled the confirmation. */
export function formError(error: Error | null, fieldOf: Record<string, string> = {}): Error | null {
  if (!error || isUnconfirmed(error)) return null
  const fields = error instanceof ApiError ? error.fields : []
  return fields.length > 0 && fields.every(({ path }) => Object.hasOwn(fieldOf, withoutIndexes(path))) ? null : error
}
