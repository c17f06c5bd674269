import { afterEach } from 'vitest'
import '../tokens.css'
import '../base.css'
import { unmountAll } from './render.tsx'

afterEach(unmountAll)
