import { useEffect, useState } from 'react'
import { signOnName } from '../shell/sign-on-setting.ts'
import { Button } from '../ui/button.tsx'
import { FormNote } from './form-note.tsx'

type ContinueWithProps = {
  /** A page to go on to; the first one of the console unless said otherwise. */
  next?: string | undefined
  /** The secret of an invitation to accept. */
  inviteId?: string
  variant?: 'primary' | 'outline'
}

/** Signs in by the provider of single sign-on, in this tab. Show it only where there is one. */
export function ContinueWith({ variant = 'outline', next = '/', inviteId }: ContinueWithProps) {
  const [state, setState] = useState<'idle' | 'leaving' | Error>('idle')
  // by the button Back of the browser
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
      setState(error instanceof Error ? error : new Error(String(error)))
    }
  }

  return (
    <>
      <Button variant={variant} size="large" fullWidth busy={state === 'leaving'} onClick={() => void leave()}>
        Continue with {signOnName}
      </Button>
      <FormNote>{state instanceof Error ? state.message : null}</FormNote>
    </>
  )
}
