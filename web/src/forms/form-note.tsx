import { Note } from '../ui/page/note.tsx'

/** What is wrong with the form of a page; announced when it appears. */
export function FormNote({ children }: { children: string | null | undefined }) {
  // the live region must exist before its text, or screen readers stay silent; while empty it takes no space
  return (
    <div aria-live="assertive" className={children ? undefined : 'sr-only'}>
      {children && <Note tone="danger">{children}</Note>}
    </div>
  )
}
