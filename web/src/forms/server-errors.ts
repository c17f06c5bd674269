import type { FieldPath, FieldValues, UseFormSetError } from 'react-hook-form'
import { ApiError, isSignedOut, isUnconfirmed } from '../api/errors.ts'

/** Which field of the form shows what the server says about a part of the request. */
type FieldMap<Values extends FieldValues> = Record<string, FieldPath<Values>>

/** Puts what the server said about fields under them; the first of them gets the focus. */
export function showFieldErrors<Values extends FieldValues>(
  error: unknown,
  setError: UseFormSetError<Values>,
  fieldOf: FieldMap<Values>,
): void {
  if (!(error instanceof ApiError)) return
  const shown = error.fields.flatMap(({ path, message }) => {
    const field = fieldOf[path]
    return field ? [{ field, message }] : []
  })
  shown.forEach(({ field, message }, index) => {
    setError(field, { type: 'server', message }, { shouldFocus: index === 0 })
  })
}

/**
 * What is left to say about the form as a whole: nothing when the fields say it already, nothing when the session has
 * ended, because the sign-in dialog says that, and nothing when the person went back.
 */
export function formMessage(error: Error | null, fieldOf: Record<string, string> = {}): string | null {
  if (!error || isSignedOut(error) || isUnconfirmed(error)) return null
  const fields = error instanceof ApiError ? error.fields : []
  return fields.length > 0 && fields.every(({ path }) => path in fieldOf) ? null : error.message
}
