import { flushSync } from 'react-dom'
import { createStore } from './store.ts'

/** Whether the page is being printed. What a screen shows step by step is then shown whole. */
export const printing = createStore(false)

// the browser takes what is there when the listeners return
window.addEventListener('beforeprint', () => flushSync(() => printing.set(true)))
window.addEventListener('afterprint', () => printing.set(false))
