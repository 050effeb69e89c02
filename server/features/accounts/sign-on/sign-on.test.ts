import { describe, expect, it } from 'vitest'
import * as accounts from '#contract/accounts.ts'
import * as contract from '#contract/accounts/sign-on.ts'
import { addUserRole, getClient } from '#contract/organizations/organizations.ts'
import { makeMember, makeOrganization, makeSeller, makeToken, makeUser } from '#seed/make.ts'
import { jobContext } from '#server/context.ts'
import { newBrowser, newPerson, signingOn } from '#server/testing/sign-on/signing-on.ts'
import { password, wrong } from '#server/testing/shop/accounts.ts'
import { cookiesOf, visitor } from '#server/testing/shop/people.ts'
import { providerFetch } from './fetch.ts'

const { app, provider, begin, finish, signOn, whoIs, keep } = signingOn()
const system = () => app().services.database.system
const usersOf = (email = '') => system().selectFrom('users').selectAll().where('email', '=', email).execute()

describe('logging in with an identity provider', () => {
  it('lists the providers by label', async () => {
    expect((await app().call(contract.listProviders)).body.data).toContainEqual({ id: 'acme', label: 'Acme' })
  })

  it('asks with a code challenge, state, nonce and the exact redirect address', async () => {
    const answer = await begin(newBrowser(), 'acme')
    const sent = new URL(answer.body.data?.url ?? '').searchParams
    expect(Object.fromEntries(sent)).toMatchObject({
      response_type: 'code',
      client_id: 'motto-tests',
      redirect_uri: 'http://localhost:3000/login/acme',
      scope: 'openid email profile',
      code_challenge_method: 'S256',
    })
    for (const name of ['state', 'nonce', 'code_challenge']) expect(sent.get(name)?.length).toBeGreaterThan(30)
    expect(cookiesOf(answer)['signOn']?.attributes).toEqual(expect.arrayContaining(['HttpOnly', 'SameSite=Lax']))
  })

  it('makes an account without a password for a newcomer, and knows it again by issuer and subject', async () => {
    const person = newPerson()
    const browser = newBrowser()
    expect((await signOn(person, 'open', browser)).body.data).toMatchObject({ next: 'inside' })
    expect(await whoIs(browser)).toMatchObject({ email: person.email, name: 'Kim Lee', emailConfirmed: true })
    const [user] = await usersOf(person.email)
    expect(user?.passwordHash).toBeNull()
    expect(
      (await app().call(accounts.login, { body: { email: person.email ?? '', password }, headers: visitor() })).status,
    ).toBe(401)
    const later = newBrowser()
    await signOn({ ...person, email: 'renamed@example.com' }, 'open', later)
    expect((await whoIs(later))?.id).toBe(user?.id)
    expect(await usersOf('renamed@example.com')).toEqual([])
  })

  it('reads the email from the provider’s user info where the token has none', async () => {
    const person = newPerson()
    provider().claims = { email: undefined, email_verified: undefined }
    const browser = newBrowser()
    await signOn(person, 'open', browser)
    expect((await whoIs(browser))?.email).toBe(person.email)
    expect(provider().asked['/userinfo']).toBe(1)
  })

  it('leads back to the page that was asked for', async () => {
    const browser = newBrowser()
    const url = (await begin(browser, 'open', '/orders')).body.data?.url ?? ''
    const answer = await finish(browser, provider().signIn(url, newPerson()).search.slice(1), 'open')
    expect(answer.body.data?.redirectTo).toBe('/orders')
  })

  it('ends the session that the browser had before', async () => {
    const { as } = await makeSeller(app().services)
    const browser = newBrowser(as)
    await signOn(newPerson(), 'open', browser)
    expect((await app().call(accounts.getUser, { as })).status).toBe(401)
  })

  it('logging out ends the session here', async () => {
    const browser = newBrowser()
    await signOn(newPerson(), 'open', browser)
    await app().call(accounts.logout, { as: browser.cookie })
    expect(await whoIs(browser)).toBeNull()
  })

  it('counts as the second factor where an organization requires one', async () => {
    const { organization } = await makeSeller(app().services)
    await system()
      .updateTable('organizations')
      .set({ requireTwoFactor: true })
      .where('id', '=', organization.id)
      .execute()
    const person = newPerson()
    await signOn(person, 'open')
    const [user] = await usersOf(person.email)
    await makeMember(app().services, organization.id, user?.id ?? 0, 4)
    const browser = newBrowser()
    const answer = await signOn(person, 'open', browser)
    expect(decodeURIComponent(cookiesOf(answer)['user']?.value ?? '')).toContain('"secondFactorSetupRequired":false')
    expect((await app().call(getClient, { as: browser.cookie })).status).toBe(200)
    const ctx = { ...jobContext(app().services, organization.id), userId: user?.id ?? 0 }
    const { headers } = await makeToken(ctx)
    expect((await app().call(getClient, { headers })).status).toBe(200)
    // With a password there is a way in without the provider.
    await system().updateTable('users').set({ passwordHash: 'x' }).where('id', '=', ctx.userId).execute()
    const another = await makeToken(ctx)
    expect((await app().call(getClient, { headers: another.headers })).body.code).toBe('second_factor_setup_required')
  })
})

describe('an answer that is not right', () => {
  /** Its sentence; nothing where it was let in, or failed another way. */
  const refusalOf = ({ status, body }: { status: number; body: { code?: string; message: string } }) =>
    status === 403 && body.code === 'sign_on_refused' ? body.message : ''
  const person = newPerson()
  const unverified = 'couldn’t verify the answer of Acme'

  it.each([
    ['a wrong nonce', { nonce: 'another' }, unverified],
    ['a wrong audience', { aud: 'somebody-else' }, unverified],
    ['a wrong issuer', { iss: 'https://evil.example' }, unverified],
    ['an expired token', { exp: Math.floor(Date.now() / 1000) - 3600 }, 'clocks of Acme and Motto differ'],
    ['nobody’s subject', { sub: undefined }, unverified],
  ])('with %s opens nothing', async (_, claims, why) => {
    provider().claims = claims
    const browser = newBrowser()
    expect(refusalOf(await signOn(person, 'open', browser))).toContain(why)
    expect(await whoIs(browser)).toBeNull()
    expect(await usersOf(person.email)).toEqual([])
  })

  it('with an unsigned token opens nothing', async () => {
    provider().unsigned = true
    expect(refusalOf(await signOn(person, 'open'))).toContain(unverified)
  })

  it('signed with a key that the provider does not publish opens nothing', async () => {
    provider().forged = true
    expect(refusalOf(await signOn(person, 'open'))).toContain(unverified)
  })

  it('with a wrong state, a foreign browser or another provider opens nothing', async () => {
    const browser = newBrowser()
    const answerOf = async () => provider().signIn((await begin(browser, 'open')).body.data?.url ?? '', person)
    const why = 'started in another browser'
    const wrongState = await answerOf()
    wrongState.searchParams.set('state', 'x'.repeat(43))
    expect(refusalOf(await finish(browser, wrongState.search.slice(1), 'open'))).toContain(why)
    expect(refusalOf(await finish(newBrowser(), (await answerOf()).search.slice(1), 'open'))).toContain(why)
    expect(refusalOf(await finish(newBrowser('signOn=guessed'), (await answerOf()).search.slice(1), 'open'))).toContain(
      why,
    )
    expect(refusalOf(await finish(browser, (await answerOf()).search.slice(1), 'acme'))).toContain(why)
  })

  it('that names another issuer beside the code opens nothing', async () => {
    const browser = newBrowser()
    const back = provider().signIn((await begin(browser, 'open')).body.data?.url ?? '', person)
    back.searchParams.set('iss', 'https://evil.example')
    expect(refusalOf(await finish(browser, back.search.slice(1), 'open'))).toContain(unverified)
    expect(provider().asked['/token']).toBeUndefined()
  })

  it('that is replayed opens nothing, and neither does its code with a fresh state', async () => {
    const browser = newBrowser()
    const back = provider().signIn((await begin(browser, 'open')).body.data?.url ?? '', newPerson())
    expect((await finish(browser, back.search.slice(1), 'open')).status).toBe(200)
    expect(refusalOf(await finish(browser, back.search.slice(1), 'open'))).toContain('used already')
    const fresh = provider().signIn((await begin(browser, 'open')).body.data?.url ?? '', newPerson())
    fresh.searchParams.set('code', back.searchParams.get('code') ?? '')
    expect(refusalOf(await finish(browser, fresh.search.slice(1), 'open'))).toContain('used already')
  })

  it('that comes too late opens nothing', async () => {
    const browser = newBrowser()
    const back = provider().signIn((await begin(browser, 'open')).body.data?.url ?? '', person)
    await system()
      .updateTable('signOnAttempts')
      .set({ expiresAt: new Date(0) })
      .execute()
    expect(refusalOf(await finish(browser, back.search.slice(1), 'open'))).toContain('took too long')
  })

  it('says that the person was denied', async () => {
    const browser = newBrowser()
    const state = new URL((await begin(browser, 'open')).body.data?.url ?? '').searchParams.get('state') ?? ''
    const query = new URLSearchParams({ error: 'access_denied', state, iss: provider().issuer })
    expect(refusalOf(await finish(browser, query.toString(), 'open'))).toContain(
      'Acme didn’t let you in, or you canceled',
    )
  })

  it('a new key of the provider is accepted at once', async () => {
    await provider().rotateKey()
    expect((await signOn(newPerson(), 'open')).status).toBe(200)
  })

  it('a provider that is down is named, on the way there and back', async () => {
    const browser = newBrowser()
    const back = provider().signIn((await begin(browser, 'open')).body.data?.url ?? '', person)
    provider().down = true
    for (const answer of [await begin(newBrowser(), 'open'), await finish(browser, back.search.slice(1), 'open')]) {
      expect({ status: answer.status, code: answer.body.code }).toEqual({ status: 502, code: 'provider_down' })
      expect(answer.body.message).toBe('Acme can’t be reached right now. Try again, or log in with your password.')
    }
  })

  it('a provider that is not set up is told apart', async () => {
    expect((await begin(newBrowser(), 'nobody')).body.code).toBe('not_found')
  })
})

describe('people whom Motto does not know by this identity', () => {
  it('are asked to be invited first, unless everybody may come', async () => {
    const person = newPerson()
    const answer = await signOn(person)
    expect(answer.body.message).toBe(
      `There’s no Motto account for ${person.email} yet. Ask an Admin to invite this email, then try again.`,
    )
    expect(await usersOf(person.email)).toEqual([])
  })

  it('join by the only invitation of their email', async () => {
    const { as, organization } = await makeSeller(app().services)
    const person = newPerson()
    await app().call(addUserRole, {
      as,
      body: { clientId: organization.id, userEmail: person.email?.toUpperCase() ?? '', userRole: 3 },
    })
    const browser = newBrowser()
    expect((await signOn(person, 'acme', browser)).body.data?.next).toBe('inside')
    expect((await app().call(getClient, { as: browser.cookie })).body.data?.id).toBe(organization.id)
  })

  it('are refused while the provider has not verified their email', async () => {
    for (const more of [{ email_verified: false }, { email_verified: undefined }, { email: undefined }])
      expect((await signOn(newPerson(more), 'open')).body.message).toContain('Acme didn’t confirm your email')
  })

  it('are refused where the token names an email, and only the user info verifies another one', async () => {
    const victim = newPerson()
    provider().claims = { email: victim.email, email_verified: undefined, groups: undefined }
    const answer = await signOn(newPerson({ groups: ['staff'] }), 'groups')
    expect(answer.body.message).toContain('Acme didn’t confirm your email')
    expect(await usersOf(victim.email)).toEqual([])
  })

  it('get into an account with their email only with its password, once', async () => {
    const { user } = await makeSeller(app().services)
    const person = newPerson({ email: user.email })
    const browser = newBrowser()
    const { ticket, ...arrival } = (await signOn(person, 'open', browser)).body.data ?? { ticket: '' }
    expect(arrival).toMatchObject({ next: 'password', email: user.email, label: 'Acme' })
    expect(await whoIs(browser)).toBeNull()
    const prove = (sent: string, from = browser) =>
      app().call(contract.proveAccount, {
        body: { ticket, password: sent },
        as: from.cookie,
        headers: from.headers,
      })
    expect((await prove(wrong)).body.code).toBe('bad_credentials')
    expect((await prove(password, newBrowser('signOn=another'))).body.code).toBe('sign_on_refused')
    const proven = await prove(password)
    keep(browser, proven)
    expect((await whoIs(browser))?.id).toBe(user.id)
    expect((await prove(password)).body.code).toBe('sign_on_refused')
    const later = newBrowser()
    expect((await signOn(person, 'open', later)).body.data?.next).toBe('inside')
    expect((await whoIs(later))?.id).toBe(user.id)
  })

  it('do not get into an account with their email by an invitation of another organization', async () => {
    const victim = await makeSeller(app().services)
    const attacker = await makeSeller(app().services)
    await app().call(addUserRole, {
      as: attacker.as,
      body: { clientId: attacker.organization.id, userEmail: victim.user.email, userRole: 4 },
    })
    expect((await signOn(newPerson({ email: victim.user.email }))).body.data?.next).toBe('password')
  })

  it('with an account without a password are not let into it by a second identity', async () => {
    const person = newPerson()
    await signOn(person, 'open')
    const answer = await signOn({ ...person, sub: 'another-subject' }, 'open')
    expect(answer.body.message).toContain('already logs in another way')
  })

  it('take over what a stranger began with their email and never confirmed, and the stranger is out', async () => {
    const person = newPerson()
    const stranger = await app().call(accounts.createAccount, {
      body: { email: person.email ?? '', password, checkPassword: password },
      headers: visitor(),
    })
    const as = `jwt=${stranger.body.data}`
    expect((await signOn(person, 'open')).body.data?.next).toBe('inside')
    expect((await app().call(accounts.getUser, { as })).status).toBe(401)
    expect(
      (await app().call(accounts.login, { body: { email: person.email ?? '', password }, headers: visitor() })).status,
    ).toBe(401)
  })

  it('keep the second factor of the account when they link it', async () => {
    const user = await makeUser(app().services)
    await makeMember(app().services, (await makeOrganization(app().services)).id, user.id)
    await system().updateTable('users').set({ twoFactorAt: new Date() }).where('id', '=', user.id).execute()
    const browser = newBrowser()
    const { ticket = '' } = (await signOn(newPerson({ email: user.email }), 'open', browser)).body.data ?? {}
    const answer = await app().call(contract.proveAccount, {
      body: { ticket, password },
      as: browser.cookie,
      headers: browser.headers,
    })
    expect(answer.body.code).toBe('second_factor_required')
  })
})

describe('requests to a provider', () => {
  it('reach a private network only where the operator opened the host', async () => {
    const { services } = app()
    const address = `${provider().issuer}/jwks`
    const ask = (from: typeof services, to = address) =>
      providerFetch(from)(to, { method: 'GET', headers: {}, body: undefined, redirect: 'manual' })
    expect((await ask(services)).status).toBe(200)
    const closed = { ...services, config: { ...services.config, ssoHosts: [] } }
    await expect(ask(closed)).rejects.toThrow('without TLS')
    const anyPort = { ...closed, outgoing: { ...services.outgoing, mayUse: () => true } }
    await expect(ask(anyPort, address.replace('http:', 'https:'))).rejects.toThrow('isn’t publicly accessible')
    expect(provider().asked['/jwks']).toBe(1)
  })
})
