import { Note } from '../ui/page/note.tsx'

/** The error of a page's form. It is announced when it appears. */
export function FormNote({ children }: { children: string | null | undefined }) {
  // The live region must exist before its text, otherwise screen readers stay silent. While empty it takes no space.
  return (
    <div aria-live="assertive" className={children ? undefined : 'sr-only'}>
      {children && <Note tone="danger">{children}</Note>}
    </div>
  )
}
