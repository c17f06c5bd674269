import type { PasskeyAssertion } from '@health-console/contract/staff/passkeys.ts'
import { useEffect, useEffectEvent } from 'react'
import { whenIdle } from '../../lib/when-idle.ts'

/** Lets the browser offer passkeys while the email field is shown. The page does not wait for the code. */
export function usePasskeyOffer(isShown: boolean, signIn: (passkey: PasskeyAssertion) => Promise<boolean>): void {
  const onPasskey = useEffectEvent(signIn)
  useEffect(() => {
    if (!isShown || !('PublicKeyCredential' in window)) return
    const stopping = new AbortController()
    const offer = async () => {
      if (stopping.signal.aborted) return
      const { offerPasskeys } = await import('./offer-passkeys.ts')
      await offerPasskeys(stopping.signal, (passkey) => onPasskey(passkey))
    }
    // Without passkeys, the other sign-in methods still work.
    whenIdle(() => void offer().catch(() => undefined))
    return () => stopping.abort()
  }, [isShown])
}
