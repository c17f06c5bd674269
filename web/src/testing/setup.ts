import { afterEach, vi } from 'vitest'
import { page } from 'vitest/browser'
import '../tokens.css'
import '../base.css'
import { toaster } from '../ui/toasts.ts'
import { unmountAll } from './render.tsx'

// The next file may have the same window and the same modules.
afterEach(async () => {
  toaster.remove()
  unmountAll()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
  // This is the size in web/vitest.config.ts.
  if (window.innerWidth !== 1280 || window.innerHeight !== 800) await page.viewport(1280, 800)
})
