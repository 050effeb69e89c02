import { describe, expect, it } from 'vitest'
import * as accounts from '#contract/accounts.ts'
import * as contract from '#contract/accounts/sign-on.ts'
import { makeSeller } from '#seed/make.ts'
import { type Browser, newBrowser, newPerson, signingOn } from '#server/testing/sign-on/signing-on.ts'
import { password, wrong } from '#server/testing/shop/accounts.ts'

const { app, provider, finish, signOn, whoIs, keep } = signingOn()
const listOf = async ({ cookie }: Browser) => (await app().call(contract.listIdentities, { as: cookie })).body.data
const link = async (browser: Browser, sent = password) => {
  const answer = await app().call(contract.linkIdentity, {
    body: { provider: 'acme', password: sent },
    as: browser.cookie,
    headers: browser.headers,
  })
  keep(browser, answer)
  return answer
}
const linked = async (browser: Browser, person = newPerson()) => {
  const url = (await link(browser)).body.data?.url ?? ''
  return finish(browser, provider().signIn(url, person).search.slice(1))
}
const unlink = (browser: Browser, identityId = 0) =>
  app().call(contract.unlinkIdentity, { body: { identityId }, as: browser.cookie, headers: browser.headers })

describe('linked identities', () => {
  it('are linked from the account page with the password, whatever their email says', async () => {
    const { as, user, organization } = await makeSeller(app().services)
    const browser = newBrowser(as)
    expect((await link(browser, wrong)).body).toMatchObject({ code: 'invalid_input' })
    const person = newPerson({ email: 'other@example.com', email_verified: false })
    expect((await linked(browser, person)).body.data?.next).toBe('account')
    expect(await whoIs(browser)).toMatchObject({ id: user.id, email: user.email })
    expect(await listOf(browser)).toMatchObject({
      identities: [{ label: 'Acme', email: 'other@example.com' }],
      hasPassword: true,
      providers: [],
    })
    const later = newBrowser()
    await signOn(person, 'acme', later)
    expect((await whoIs(later))?.id).toBe(user.id)
    const entries = await app()
      .services.database.system.selectFrom('auditEntries')
      .select(['action', 'new'])
      .where('organizationId', '=', organization.id)
      .execute()
    expect(entries).toContainEqual({ action: 'link identity', new: { provider: 'Acme', email: 'other@example.com' } })
  })

  it('belong to one account only', async () => {
    const person = newPerson()
    const first = newBrowser((await makeSeller(app().services)).as)
    await linked(first, person)
    const second = newBrowser((await makeSeller(app().services)).as)
    expect((await linked(second, person)).body.message).toContain('linked to another Motto account')
    expect((await linked(first, person)).body.data?.next).toBe('account')
  })

  it('are not linked for somebody who logged out on the way', async () => {
    const browser = newBrowser((await makeSeller(app().services)).as)
    const url = (await link(browser)).body.data?.url ?? ''
    await app().call(accounts.logout, { as: browser.cookie })
    const answer = await finish(browser, provider().signIn(url, newPerson()).search.slice(1))
    expect(answer.body.message).toContain('You were logged out meanwhile')
  })

  it('are unlinked, which ends the other sessions that began with them', async () => {
    const browser = newBrowser((await makeSeller(app().services)).as)
    const person = newPerson()
    await linked(browser, person)
    const other = newBrowser()
    await signOn(person, 'acme', other)
    const id = (await listOf(browser))?.identities[0]?.id
    expect((await unlink(browser, id)).status).toBe(200)
    expect(await whoIs(other)).toBeNull()
    expect((await listOf(browser))?.identities).toEqual([])
    expect((await unlink(browser, id)).body.code).toBe('not_found')
  })

  it('stay while they are the only way in', async () => {
    const browser = newBrowser()
    await signOn(newPerson(), 'open', browser)
    const id = (await listOf(browser))?.identities[0]?.id
    expect((await unlink(browser, id)).body).toMatchObject({
      code: 'only_way_in',
      message: 'This is your only way to log in. Set a password first: log out and click “Forgot password?”.',
    })
    expect((await listOf(browser))?.identities).toHaveLength(1)
  })

  it('of somebody else can’t be unlinked', async () => {
    const theirs = newBrowser((await makeSeller(app().services)).as)
    await linked(theirs)
    const id = (await listOf(theirs))?.identities[0]?.id
    expect((await unlink(newBrowser((await makeSeller(app().services)).as), id)).body.code).toBe('not_found')
    expect((await listOf(theirs))?.identities).toHaveLength(1)
  })
})
