import type { Admin } from '@health-console/contract/staff/admins.ts'
import { listSessionsOf, type OpenSession } from '@health-console/contract/staff/own-sessions.ts'
import { LogOutIcon } from 'lucide-react'
import { useRef } from 'react'
import { showFailure } from '../../api/show-failure.ts'
import { ifMailed } from '../../shell/page-settings.ts'
import { Fetched } from '../../api/fetched.tsx'
import { formatExactTime } from '../../lib/dates.ts'
import { Badge } from '../../ui/values/badge.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { confirm } from '../../ui/dialogs/confirm.ts'
import { Dialog, DialogBody, DialogFoot } from '../../ui/dialogs/dialog.tsx'
import { HistoryList } from '../../ui/page/history-list.tsx'
import { Timestamp } from '../../ui/dates/timestamp.tsx'
import { toast } from '../../ui/toasts.ts'
import { useOpenSessions } from './open-sessions-queries.ts'
import styles from './open-sessions-dialog.module.css'
import { resetSecondFactor } from '@health-console/contract/staff/second-factor.ts'
import { call, queryKeyOf } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.ts'
import { Setting } from '../../ui/dialogs/setting.tsx'
import { Data } from '../../ui/values/data.tsx'

type OpenSessionsDialogProps = {
  /** The admin whose sessions are shown; null for the caller's own. */
  of: Pick<Admin, 'id' | 'fullName'> | null
  onClose: () => void
}

/** Shows where an admin is signed in. Mount it when it opens. */
export function OpenSessionsDialog({ of: admin, onClose }: OpenSessionsDialogProps) {
  const { sessions, end, endAll } = useOpenSessions(admin?.id ?? null)
  const close = useRef<HTMLButtonElement>(null)
  const others = sessions.data?.data.sessions.filter(({ isCurrent }) => !isCurrent) ?? []
  const everywhere = admin ? 'Sign out everywhere' : 'Sign out of all other sessions'

  const confirmEndAll = () =>
    confirm({
      title: `${everywhere}?`,
      body: admin ? (
        <>
          <b>
            <Data>{admin.fullName}</Data>
          </b>{' '}
          keeps their access and can sign in again.
        </>
      ) : (
        'You’ll stay signed in only in this browser.'
      ),
      confirmLabel: 'Sign out',
      action: async () => {
        await endAll.mutateAsync()
        toast.success(
          admin ? (
            <>
              <Data>{admin.fullName}</Data> was signed out everywhere
            </>
          ) : (
            'Signed out everywhere else'
          ),
        )
      },
      // The button that was pressed is no longer there.
      returnFocus: (isConfirmed) => (isConfirmed ? close.current : null),
    })

  return (
    <Dialog
      open
      onClose={onClose}
      title={
        admin ? (
          <>
            <Data>{admin.fullName}</Data>’s sessions
          </>
        ) : (
          'Your sessions'
        )
      }
      size="wide"
    >
      <DialogBody>
        <Fetched query={sessions} failure="Couldn’t load the sessions">
          {({ data }) => <Sessions open={data.sessions} end={end} />}
        </Fetched>
        {/* The button would move while it is pressed. */}
        {admin && !sessions.isPending && <ResetSecondFactor of={admin} />}
      </DialogBody>
      <DialogFoot>
        <Button ref={close} data-autofocus onClick={onClose}>
          Close
        </Button>
        {others.length > 0 && (
          <Button startIcon={LogOutIcon} onClick={() => void confirmEndAll()}>
            {everywhere}
          </Button>
        )}
      </DialogFoot>
    </Dialog>
  )
}

type SessionsProps = { open: OpenSession[] } & Pick<ReturnType<typeof useOpenSessions>, 'end'>

function Sessions({ open, end }: SessionsProps) {
  if (open.length === 0) return <p role="status">This admin isn’t signed in anywhere.</p>
  const signOut = (session: OpenSession) =>
    end.mutate(session.id, {
      onSuccess: () =>
        toast.success(
          <>
            Signed out of <Data>{nameOf(session)}</Data>
          </>,
        ),
      onError: (error) => showFailure(error),
    })
  return (
    <HistoryList
      items={open.map((session) => ({
        id: session.id,
        title: nameOf(session),
        badge: (
          <>
            <span className="stamp">{session.address || 'Unknown IP address'}</span>
            {session.isCurrent && <Badge colour="green" label="This browser" />}
          </>
        ),
        detail: <Detail session={session} />,
        current: session.isCurrent,
        action: !session.isCurrent && (
          <Button
            quiet
            size="small"
            startIcon={LogOutIcon}
            busy={end.isPending && end.variables === session.id}
            aria-label={`Sign out of ${nameOf(session)}, signed in on ${formatExactTime(session.createdAt)}`}
            onClick={() => signOut(session)}
          >
            Sign out
          </Button>
        ),
      }))}
    />
  )
}

function Detail({ session: { createdAt, lastSeenAt } }: { session: OpenSession }) {
  return (
    <span className={styles.times}>
      <span>
        Signed in <Timestamp time={createdAt} />
      </span>
      <span>
        Last seen <Timestamp time={lastSeenAt} />
      </span>
    </span>
  )
}

function nameOf({ browser, system }: OpenSession): string {
  if (browser === '' && system === '') return 'Unknown browser'
  return [browser || 'Unknown browser', system].filter(Boolean).join(' on ')
}

/** For an admin who lost their phone and recovery codes. */
function ResetSecondFactor({ of: { id, fullName } }: { of: Pick<Admin, 'id' | 'fullName'> }) {
  const reset = () =>
    confirm({
      title: 'Reset two-step sign-in?',
      body: (
        <>
          <b>
            <Data>{fullName}</Data>
          </b>{' '}
          will be signed out everywhere and can then sign in with just a password. First make sure by phone or in person
          that they asked for this. {ifMailed('All super admins will be emailed.')}
        </>
      ),
      variant: 'delete',
      confirmLabel: 'Reset',
      action: async () => {
        await call(resetSecondFactor, { params: { id } })
        toast.success(
          <>
            <Data>{fullName}</Data>’s two-step sign-in was reset
          </>,
        )
        await queryClient.invalidateQueries({ queryKey: queryKeyOf(listSessionsOf) })
      },
    })
  return (
    <div>
      <Setting label="Lost their phone and recovery codes?">
        <Button quiet size="small" onClick={() => void reset()}>
          Reset two-step sign-in
        </Button>
      </Setting>
    </div>
  )
}
