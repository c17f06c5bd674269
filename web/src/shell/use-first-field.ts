import { useEffect, type RefObject } from 'react'

/** Focuses the first field of a page that consists only of a form, and again when the form changes. */
export function useFirstField(form: RefObject<HTMLFormElement | null>, which?: unknown): void {
  useEffect(() => {
    // On phones the keyboard would cover half of the page.
    if (matchMedia('(min-width: 48em)').matches)
      form.current?.querySelector<HTMLInputElement>('input:not([hidden])')?.focus()
  }, [form, which])
}
