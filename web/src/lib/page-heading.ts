/**
 * The heading of the page, to which the focus moves when what had it is no longer there; null while the page waits for
 * its data. It takes the focus, although it is no control.
 */
export const pageHeading = (): HTMLElement | null => document.querySelector('main h1')
