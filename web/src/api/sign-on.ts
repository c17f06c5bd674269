import { beginSignOn, confirmBySignOn, finishSignOn } from '@health-console/contract/staff/sign-on.ts'
import { call, type CallInput } from './client.ts'

/** Sends the browser to the identity provider. The page to which the browser returns finishes the sign-on. */
export async function goToProvider(body: CallInput<typeof beginSignOn>['body']): Promise<void> {
  window.location.assign((await call(beginSignOn, { body })).data.url)
}

/** Sends the browser to the identity provider to confirm the admin's identity. */
export async function goToProviderToConfirm(): Promise<void> {
  window.location.assign((await call(confirmBySignOn, {})).data.url)
}

/** @param body `answer` is the query string with which the provider sent the browser back */
export const finishAtServer = async (body: CallInput<typeof finishSignOn>['body']) =>
  (await call(finishSignOn, { body })).data
