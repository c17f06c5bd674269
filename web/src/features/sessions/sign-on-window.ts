const features = 'popup,width=520,height=760'

/**
 * Opens a window for single sign-on, so that the page keeps what was typed. This page learns of its end as from any
 * other tab. Call it in a click handler.
 * @returns false when the browser does not allow it
 */
export function openSignOnWindow(purpose: 'again' | 'confirm'): boolean {
  return window.open(`/sign-on?${purpose}=1`, 'health-console-sign-on', features) !== null
}

export const windowRefused = 'The browser did not open the window. Allow windows for this page, then try again.'
