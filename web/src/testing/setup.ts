import { afterEach } from 'vitest'
import { page } from 'vitest/browser'
import '../tokens.css'
import '../base.css'
import { unmountAll } from './render.tsx'

afterEach(async () => {
  unmountAll()
  // This is the size in web/vitest.config.ts. The next file may have the same window.
  if (window.innerWidth !== 1280 || window.innerHeight !== 800) await page.viewport(1280, 800)
})
