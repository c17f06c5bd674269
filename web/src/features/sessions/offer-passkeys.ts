import { type PasskeyAssertion, beginPasskeyLogin } from '@health-console/contract/staff/passkeys.ts'
import { browserSupportsWebAuthnAutofill, startAuthentication, WebAuthnAbortService } from '@simplewebauthn/browser'
import { call } from '../../api/client.ts'

/** A challenge is valid for five minutes, and the admin may take a while to choose. */
const renewEveryMs = 4 * 60_000

/**
 * Lets the browser offer passkeys below the email field until one signs in.
 * @param signal aborted when the email field is gone
 * @param signIn returns whether the passkey was accepted
 */
export async function offerPasskeys(
  signal: AbortSignal,
  signIn: (passkey: PasskeyAssertion) => Promise<boolean>,
): Promise<void> {
  if (!(await browserSupportsWebAuthnAutofill())) return
  while (!signal.aborted) {
    const passkey = await waitForChoice(signal)
    if (passkey === 'impossible' || (passkey !== 'renew' && (await signIn(passkey)))) return
  }
}

async function waitForChoice(signal: AbortSignal): Promise<PasskeyAssertion | 'renew' | 'impossible'> {
  const { data } = await call(beginPasskeyLogin, {}, { signal })
  if (signal.aborted) return 'impossible'
  const stop = () => WebAuthnAbortService.cancelCeremony()
  const startedAtMs = Date.now()
  let isOld = false
  const renewal = setTimeout(() => {
    isOld = true
    stop()
  }, renewEveryMs)
  signal.addEventListener('abort', stop)
  try {
    return (await startAuthentication({ optionsJSON: data as never, useBrowserAutofill: true })) as PasskeyAssertion
  } catch {
    // Some browsers end the offer when a prompt is closed. If it ends at once, the browser does not support it.
    return isOld || Date.now() - startedAtMs > 1_000 ? 'renew' : 'impossible'
  } finally {
    clearTimeout(renewal)
    signal.removeEventListener('abort', stop)
  }
}
