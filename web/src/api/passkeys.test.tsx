import type { PasskeyRequest } from '@health-console/contract/staff/passkeys.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { requestPasskey, createPasskey, PasskeyError } from './passkeys.ts'

const request: PasskeyRequest = {
  challenge: 'AAAA',
  rpId: window.location.hostname,
  timeout: 1_000,
  userVerification: 'preferred',
  allowCredentials: [],
}

afterEach(() => {
  vi.unstubAllGlobals()
})

test('a browser without passkeys explains this and suggests another method', async () => {
  vi.stubGlobal('PublicKeyCredential', undefined)
  await expect(requestPasskey(request)).rejects.toThrow(
    new PasskeyError('This browser doesn’t support passkeys. Try another browser or sign-in method.'),
  )
  await expect(createPasskey({} as never)).rejects.toThrow(/doesn’t support passkeys/)
})

test('a page loaded over plain http explains that passkeys need https', async () => {
  vi.stubGlobal('PublicKeyCredential', undefined)
  vi.stubGlobal('isSecureContext', false)
  await expect(requestPasskey(request)).rejects.toThrow(
    new PasskeyError('Passkeys only work over https. Open the console at its usual address.'),
  )
})

test('the host of another console explains that passkeys do not work there', async () => {
  await expect(requestPasskey({ ...request, rpId: 'console.example' })).rejects.toThrow(/^Passkeys don’t work at /)
})
