import type { InviteRole } from '@health-console/contract/invitations.ts'
import { Note } from '../../ui/note.tsx'

/** What the invited people will be able to do. */
export function RoleMeaning({ role }: { role: InviteRole }) {
  return (
    <div aria-live="polite">
      {role === 'super_admin' ? (
        <Note tone="warning">
          Super admins can also invite others, revoke access and restore earlier files and tables. Nobody can revoke
          their access in the console.
        </Note>
      ) : (
        <Note>Admins can use everything here, but cannot invite others, revoke access or restore anything.</Note>
      )}
    </div>
  )
}
