import type { LightMyRequestResponse } from 'fastify'
import type { TestApp } from '../build-app.ts'
import { client } from './client.ts'

/** The settings of a console with this provider. */
export const signOnSettings = (issuer: string, more: Record<string, string> = {}) => ({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: client.id,
  OIDC_CLIENT_SECRET: client.secret,
  OIDC_NAME: 'Clinic Login',
  ...more,
})

type App = TestApp['app']

/** A browser with its cookies, for single sign-on requests. */
export class TestBrowser {
  readonly cookies: Record<string, string> = {}
  #app: App

  constructor({ app }: { app: App }) {
    this.#app = app
  }

  /** The next requests are sent to another server. */
  moveTo({ app }: { app: App }): void {
    this.#app = app
  }

  async call(method: 'GET' | 'POST', url: string, body?: object): Promise<LightMyRequestResponse> {
    const { cookies } = this
    const response = await this.#app.inject({ method, url, cookies, ...(body && { body }) })
    for (const { name, value } of response.cookies) this.cookies[name] = value
    return response
  }

  /** @returns the URL of the provider */
  async begin(body: object = {}): Promise<string> {
    const response = await this.call('POST', '/v1/auth/admin/sign-on', body)
    if (response.statusCode !== 200) throw new Error(response.body)
    return response.json().data.url
  }

  finish(answer: string, more: object = {}): Promise<LightMyRequestResponse> {
    return this.call('POST', '/v1/auth/admin/sign-on/finish', { answer, ...more })
  }

  me(): Promise<LightMyRequestResponse> {
    return this.call('GET', '/v1/auth/admin/me')
  }
}
