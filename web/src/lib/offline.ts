/** Shown when the person's own machine has no network. */
export const offlineText = 'You are offline.'

/** Whether the browser knows that it has no network. */
export function isOffline(): boolean {
  return navigator.onLine === false
}
