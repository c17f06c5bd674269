import type { Page } from '@playwright/test'
import { devToolsOf } from './dev-tools.ts'

/** Adds Chromium's own authenticator, in place of a finger on a sensor. */
export async function addAuthenticator(page: Page) {
  const devTools = await devToolsOf(page)
  await devTools.send('WebAuthn.enable', { enableUI: false })
  const { authenticatorId } = await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return {
    /** Sets whether the user touches the sensor when it prompts. */
    setPresent: (enabled: boolean) =>
      devTools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled }),
    forgetPasskeys: () => devTools.send('WebAuthn.clearCredentials', { authenticatorId }),
  }
}
