import { afterEach } from 'vitest'
import '../tokens.css'
import '../base.css'
import '../ui/console-icons.ts'
import { unmountAll } from './render.tsx'

afterEach(unmountAll)
