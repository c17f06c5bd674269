import type { Admin } from '@health-console/contract/admins.ts'
import { listSessionsOf } from '@health-console/contract/own-sessions.ts'
import { resetSecondFactor } from '@health-console/contract/second-factor.ts'
import { call, queryKeyOf } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.ts'
import { isolate } from '../../lib/isolate.ts'
import { ActionLine } from '../../ui/action-line.tsx'
import { Button } from '../../ui/button.tsx'
import { confirm } from '../../ui/confirm.ts'
import { toast } from '../../ui/toasts.ts'

/** For an admin who lost the phone and the recovery codes. */
export function ResetSecondFactor({ of: { id, fullName } }: { of: Pick<Admin, 'id' | 'fullName'> }) {
  const reset = () =>
    confirm({
      title: 'Reset the second factor?',
      body: (
        <>
          After that the password alone signs <b>{isolate(fullName)}</b> in, and every session ends. Make sure by a
          channel other than e-mail that it was <b>{isolate(fullName)}</b> who asked. All super admins get an e-mail.
        </>
      ),
      variant: 'delete',
      confirmLabel: 'Reset',
      action: async () => {
        await call(resetSecondFactor, { params: { id } })
        toast.success(`The second factor of ${isolate(fullName)} is reset`)
        await queryClient.invalidateQueries({ queryKey: queryKeyOf(listSessionsOf) })
      },
    })
  return (
    <ActionLine>
      <span>Lost the phone and the recovery codes?</span>
      <Button onClick={() => void reset()}>Reset second factor</Button>
    </ActionLine>
  )
}
