import { flushSync } from 'react-dom'
import { createStore } from './store.ts'

/** Whether the page is being printed. Content that a screen shows step by step is then shown in full. */
export const printing = createStore(false)

// The browser prints what is there when the listeners return.
window.addEventListener('beforeprint', () => flushSync(() => printing.set(true)))
window.addEventListener('afterprint', () => printing.set(false))
