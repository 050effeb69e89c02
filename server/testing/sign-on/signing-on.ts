import { afterAll, beforeAll, beforeEach } from 'vitest'
import * as accounts from '#contract/accounts.ts'
import * as contract from '#contract/accounts/sign-on.ts'
import { type TestApp, testApp } from '../setup/app.ts'
import { cookiesOf, visitor } from '../shop/people.ts'
import { type IdentityProvider, identityProvider, type TestPerson } from './identity-provider.ts'

/** Settings of providers that all lead to the test's own one, with rules of their own. */
const settingsOf = ({ host, issuer, clientId, clientSecret }: IdentityProvider) => {
  const each = (id: string, more: Record<string, string>) =>
    Object.fromEntries(
      Object.entries({ ISSUER: issuer, CLIENT_ID: clientId, CLIENT_SECRET: clientSecret, LABEL: 'Acme', ...more }).map(
        ([name, value]) => [`SSO_${id}_${name}`, value],
      ),
    )
  return {
    SSO_PROVIDERS: 'acme,open,groups,leaving',
    SSO_HOSTS: host,
    ...each('ACME', {}),
    ...each('OPEN', { NEWCOMERS: 'everyone' }),
    ...each('LEAVING', { NEWCOMERS: 'everyone', LOGOUT: 'provider' }),
    ...each('GROUPS', {
      NEWCOMERS: 'everyone',
      GROUP_ROLES:
        'admins => Lighthouse: Admin; staff => Lighthouse: Member; office => Lighthouse: Manager; staff => Nowhere: Guest',
    }),
  }
}

/** A browser that keeps its cookies. */
export interface Browser {
  cookie: string
  headers: Record<string, string>
}
export const newBrowser = (cookie = ''): Browser => ({ cookie, headers: visitor() })

/** An app and a provider for the whole file, and the ways between them. */
export function signingOn() {
  let app: TestApp
  let provider: IdentityProvider
  beforeAll(async () => {
    provider = await identityProvider()
    app = await testApp(settingsOf(provider))
  })
  beforeEach(() =>
    Object.assign(provider, {
      claims: {},
      unsigned: false,
      forged: false,
      down: false,
      afterLogout: [`${app.services.config.publicUrl}/login`],
      endless: false,
      ended: [],
      asked: {},
    }),
  )
  afterAll(async () => {
    await app.stop()
    provider.stop()
  })

  const keep = (browser: Browser, answer: Parameters<typeof cookiesOf>[0]) => {
    const set = Object.entries(cookiesOf(answer)).map(([name, { value }]) => `${name}=${value}`)
    const before = browser.cookie
      .split('; ')
      .filter((pair) => !set.some((cookie) => cookie.split('=')[0] === pair.split('=')[0]))
    browser.cookie = [...before, ...set].filter(Boolean).join('; ')
  }
  const begin = async (browser: Browser, id = 'acme', redirectTo = '') => {
    const answer = await app.call(contract.beginSignOn, {
      body: { provider: id, redirectTo },
      as: browser.cookie,
      headers: browser.headers,
    })
    keep(browser, answer)
    return answer
  }
  const finish = async (browser: Browser, query: string, id = 'acme') => {
    const answer = await app.call(contract.finishSignOn, {
      body: { provider: id, query },
      as: browser.cookie,
      headers: browser.headers,
    })
    keep(browser, answer)
    return answer
  }
  /** All the way to the provider and back. */
  const signOn = async (person: TestPerson, id = 'acme', browser = newBrowser()) => {
    const url = (await begin(browser, id)).body.data?.url ?? ''
    return finish(browser, provider.signIn(url, person).search.slice(1), id)
  }
  const whoIs = async (browser: Browser) => (await app.call(accounts.getUser, { as: browser.cookie })).body.data
  return { app: () => app, provider: () => provider, begin, finish, signOn, whoIs, keep }
}

let people = 0
/** Somebody at the provider whom nobody else is. */
export const newPerson = (more: Partial<TestPerson> = {}): TestPerson => {
  people += 1
  return { sub: `subject-${people}`, email: `sso${people}@example.com`, email_verified: true, name: 'Kim Lee', ...more }
}
