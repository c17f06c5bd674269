import { randomUUIDv7 } from 'node:crypto'
import type { FakeProvider } from '../sign-on/fake-provider.ts'
import type { Session } from '../factories.ts'
import type { TestApp } from '../build-app.ts'

/** The app and its caller. */
export type World = {
  testApp: TestApp
  /** A super admin. */
  boss: Session
  /** The provider of single sign-on. */
  provider: FakeProvider
}

/** A request that succeeds once. */
export type SampleCall = {
  url: string
  cookies?: Record<string, string>
  headers?: Record<string, string>
  body?: object
  /** Waits for work that the request has started. */
  settle?(): Promise<unknown>
}

/** Creates what a request needs, by method and declared path. */
export type SampleCalls = Record<string, (world: World) => Promise<SampleCall>>

export const freshEmail = () => `${randomUUIDv7()}@example.org`
