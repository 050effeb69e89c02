import { describe, expect, it } from 'vitest'
import * as accounts from '#contract/accounts.ts'
import * as contract from '#contract/accounts/sign-on.ts'
import { clientLogin } from '#contract/organizations/organizations.ts'
import { makeMember, makeSeller } from '#seed/make.ts'
import { type Browser, newBrowser, newPerson, signingOn } from '#server/testing/sign-on/signing-on.ts'
import { password } from '#server/testing/shop/accounts.ts'

const { app, provider, signOn, whoIs, keep } = signingOn()
const logout = async (browser: Browser) => {
  const { body } = await app().call(accounts.logout, { as: browser.cookie })
  return body.data?.logoutUrl
}
/** What a browser does with the address. @returns where the provider sends it */
const follow = async (url = '') => {
  const { status, headers } = await fetch(url, { redirect: 'manual' })
  return { status, location: headers.get('location') }
}
const home = () => ({ status: 302, location: `${app().services.config.publicUrl}/login` })
const stored = async (userId = 0) =>
  (
    await app()
      .services.database.system.selectFrom('sessions')
      .select('providerSession')
      .where('userId', '=', userId)
      .execute()
  ).map(({ providerSession }) => providerSession)

describe('logging out at the identity provider', () => {
  it('ends both sessions, and comes back to the login page', async () => {
    const person = newPerson()
    const browser = newBrowser()
    await signOn(person, 'leaving', browser)
    const user = await whoIs(browser)
    const [sealed] = await stored(user?.id)
    expect(sealed?.length).toBeGreaterThan(100)
    expect(sealed?.toString('latin1')).not.toContain('eyJ')
    expect(await follow(await logout(browser))).toEqual(home())
    expect(provider().ended).toEqual([person.sub])
    expect(await whoIs(browser)).toBeNull()
    expect(await stored(user?.id)).toEqual([null])
    expect(await logout(browser)).toBeUndefined()
  })

  it('also after another organization was chosen, and after an account was linked by its password', async () => {
    const seller = await makeSeller(app().services)
    const other = await makeSeller(app().services)
    await makeMember(app().services, other.organization.id, seller.user.id)
    const person = newPerson({ email: seller.user.email })
    const browser = newBrowser()
    const { ticket = '' } = (await signOn(person, 'leaving', browser)).body.data ?? {}
    const proof = { body: { ticket, password }, as: browser.cookie, headers: browser.headers }
    keep(browser, await app().call(contract.proveAccount, proof))
    const choice = { body: { clientLoginId: other.organization.id }, as: browser.cookie }
    const chosen = await app().call(clientLogin, choice)
    expect(chosen.status).toBe(200)
    keep(browser, chosen)
    expect(await follow(await logout(browser))).toEqual(home())
    expect(provider().ended).toEqual([person.sub])
  })

  it('sends no more than the client where the token is too long for an address', async () => {
    const browser = newBrowser()
    await signOn(newPerson({ groups: Array.from({ length: 400 }, (_, n) => `group-${n}`) }), 'leaving', browser)
    const url = new URL((await logout(browser)) ?? '')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      realm: 'tests',
      client_id: provider().clientId,
      post_logout_redirect_uri: home().location,
    })
  })

  it('is not asked for where the operator did not set it, or the provider has no page for it', async () => {
    const [first, second] = [newBrowser(), newBrowser()]
    await signOn(newPerson(), 'open', first)
    expect(await stored((await whoIs(first))?.id)).toEqual([null])
    expect(await logout(first)).toBeUndefined()
    provider().endless = true
    await signOn(newPerson(), 'leaving', second)
    expect(await logout(second)).toBeUndefined()
    expect(await whoIs(second)).toBeNull()
    const { as } = await makeSeller(app().services)
    expect(await logout(newBrowser(as))).toBeUndefined()
  })

  it('works while the provider is down: Motto’s own session ends', async () => {
    const browser = newBrowser()
    await signOn(newPerson(), 'leaving', browser)
    provider().down = true
    expect(await logout(browser)).toContain(provider().issuer)
    expect(await whoIs(browser)).toBeNull()
  })
})
