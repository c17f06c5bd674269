import { useEffect, useState } from 'react'
import { type Failure, toFailure } from '../lib/failure.ts'
import { signOnName } from '../shell/page-settings.ts'
import { Button } from '../ui/buttons/button.tsx'
import { FormError } from './form-error.tsx'

type ContinueWithProps = {
  /** The page to continue on; by default the first page of the console. */
  next?: string | undefined
  /** The secret of an invitation to accept. */
  inviteId?: string
  variant?: 'primary' | 'outline'
}

/** Signs in with the identity provider, in this tab. Show it only if there is a provider. */
export function ContinueWith({ variant = 'outline', next = '/', inviteId }: ContinueWithProps) {
  const [state, setState] = useState<'idle' | 'leaving' | Failure>('idle')
  // The admin may return with the browser's Back button.
  useEffect(() => {
    const comeBack = (event: PageTransitionEvent) => event.persisted && setState('idle')
    window.addEventListener('pageshow', comeBack)
    return () => window.removeEventListener('pageshow', comeBack)
  }, [])

  async function leave() {
    setState('leaving')
    try {
      const { goToProvider } = await import('../api/sign-on.ts')
      await goToProvider({ next, inviteId })
    } catch (error) {
      setState(toFailure(error))
    }
  }

  return (
    <>
      <Button variant={variant} size="large" fullWidth busy={state === 'leaving'} onClick={() => void leave()}>
        Continue with {signOnName}
      </Button>
      <FormError isBoxed failure={typeof state === 'object' ? state : null} />
    </>
  )
}
