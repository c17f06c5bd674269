import { Note } from '../ui/note.tsx'

/** What is wrong with the form of a page; announced when it appears. */
export function FormNote({ children }: { children: string | null | undefined }) {
  // the live region exists before its text, or a screen reader stays silent; empty it takes no place
  return (
    <div aria-live="assertive" className={children ? undefined : 'sr-only'}>
      {children && <Note tone="danger">{children}</Note>}
    </div>
  )
}
