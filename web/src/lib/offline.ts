/** What people are told when it is their own machine that has no network. */
export const offlineText = 'You are offline.'

/** Whether the machine itself knows that it has no network; without a browser nobody knows. */
export function isOffline(): boolean {
  return navigator.onLine === false
}
