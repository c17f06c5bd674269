import { randomUUIDv7 } from 'node:crypto'
import type { Session } from '../factories.ts'
import type { TestApp } from '../build-app.ts'

/** Who asks, and whom. */
export type World = {
  testApp: TestApp
  /** A super admin. */
  boss: Session
}

/** A call that succeeds, once. */
export type SampleCall = {
  url: string
  cookies?: Record<string, string>
  headers?: Record<string, string>
  body?: object
  /** Waits for what the call has only begun. */
  settle?(): Promise<unknown>
}

/** Makes whatever a route's call needs; by method and declared path. */
export type SampleCalls = Record<string, (world: World) => Promise<SampleCall>>

export const freshEmail = () => `${randomUUIDv7()}@example.org`
