/** Shown when the admin's own computer has no network. */
export const offlineText = 'You’re offline.'

/** Whether the browser knows that it has no network. */
export function isOffline(): boolean {
  return navigator.onLine === false
}
