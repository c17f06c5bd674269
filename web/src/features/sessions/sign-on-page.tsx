import { Link, useRouter, type HistoryState } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useState } from 'react'
import { RotateCcwIcon } from 'lucide-react'
import { ApiError } from '../../api/errors.ts'
import { finishAtServer, goToProvider, goToProviderToConfirm } from '../../api/sign-on.ts'
import { type Failure, toFailure } from '../../lib/failure.ts'
import { once } from '../../lib/once.ts'
import { useDocumentTitle } from '../../shell/document-title.ts'
import { PublicActions, PublicLoading, PublicPage } from '../../shell/public-page.tsx'
import { signOnName } from '../../shell/page-settings.ts'
import { Button, buttonClass } from '../../ui/buttons/button.tsx'
import { FailureText } from '../../ui/buttons/reference.tsx'
import { Note } from '../../ui/page/note.tsx'
import { toast } from '../../ui/toasts.ts'
import { fetchEntry, rememberSession } from './entry.ts'
import { safeNextPath } from './next-path.ts'
import { SignOnStep } from './sign-on-step.tsx'

type Finished = Awaited<ReturnType<typeof finishAtServer>>
type State =
  | 'working'
  | 'done'
  /** The rejection that requires the second step. */
  | { rejection: ApiError }
  /** With `mayHelp`, repeating the request may help. A response that the server has rejected cannot be used again. */
  | { error: Failure; mayHelp: boolean }

/** The page to which the identity provider sends the browser back. A separate window also starts here. */
export function SignOnPage() {
  useDocumentTitle('Single sign-on')
  const router = useRouter()
  const [answer] = useState(() => window.location.search.slice(1))
  const isAnswer = new URLSearchParams(answer).has('state')
  const [state, setState] = useState<State>('working')
  const [attempt, setAttempt] = useState(0)

  function finish({ purpose, next, ...session }: Finished) {
    rememberSession(session)
    if (next === '') {
      setState('done')
      return window.close()
    }
    if (purpose === 'sign_in') toast.success('Successfully logged in')
    router.history.replace(safeNextPath(next))
  }

  async function fail(error: Failure) {
    if (error instanceof ApiError && error.code === 'second_factor') return setState({ rejection: error })
    const mayHelp = !isAnswer || !(error instanceof ApiError)
    // The sign-in page shows nothing to an admin who is signed in.
    if (mayHelp || (await fetchEntry()).state !== 'signed-out') return setState({ error, mayHelp })
    return goBack(error, { signOnError: { message: error.message, requestId: error.requestId } })
  }

  /** Goes to the sign-in page, which remembers the page that single sign-on should have led to. */
  function goBack(error: Failure, state: HistoryState = {}) {
    const next = error instanceof ApiError && error.next !== '/' ? error.next : undefined
    return router.navigate({ to: '/login', search: { next }, replace: true, state: state })
  }

  const onFinished = useEffectEvent(finish)
  const onFailed = useEffectEvent(fail)
  useEffect(() => {
    let isMounted = true
    workOnce(answer, String(attempt)).then(
      (finished) => isMounted && finished && onFinished(finished),
      (error: unknown) => isMounted && void onFailed(toFailure(error)),
    )
    return () => void (isMounted = false)
  }, [answer, attempt])

  return (
    <PublicPage>
      <h1 tabIndex={-1}>
        <span>Continue with</span> {signOnName}
      </h1>
      {state === 'working' && <PublicLoading />}
      {state === 'done' && (
        <PublicActions>
          <p role="status">You’re signed in. You can close this window.</p>
        </PublicActions>
      )}
      {typeof state === 'object' && 'rejection' in state && (
        <SignOnStep
          answer={answer}
          rejection={state.rejection}
          onDone={finish}
          onFailed={(error) => void fail(error)}
          onBack={() => void goBack(state.rejection)}
        />
      )}
      {typeof state === 'object' && 'error' in state && (
        <PublicActions>
          <Note tone="danger">
            <FailureText failure={state.error} />
          </Note>
          {state.mayHelp ? (
            <Button
              size="large"
              startIcon={RotateCcwIcon}
              onClick={() => {
                setState('working')
                setAttempt(attempt + 1)
              }}
            >
              Try again
            </Button>
          ) : (
            <Link className={buttonClass({ size: 'large' })} to="/" preload={false}>
              Go to the console
            </Link>
          )}
        </PublicActions>
      )}
    </PublicPage>
  )
}

/**
 * Sends the provider's response, which can be used only once.
 * @returns undefined while the browser leaves for the provider
 */
const workOnce = once<[answer: string, attempt: string], Finished | undefined>(async (answer) => {
  const query = new URLSearchParams(answer)
  if (query.has('state')) return finishAtServer({ answer })
  await (query.has('confirm') ? goToProviderToConfirm() : goToProvider({ again: true }))
  return undefined
})
