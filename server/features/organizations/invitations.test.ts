import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as accounts from '#contract/accounts.ts'
import * as organizations from '#contract/organizations.ts'
import { makeMember, makeSeller, makeSession, makeUser } from '#seed/make.ts'
import { systemClock } from '#server/services.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { mailTo, queryOf, sha256, visitor } from '#server/testing/people.ts'

const DAY_MS = 86_400_000
const password = sha256('Correct-horse-9')
let app: TestApp
let now = new Date()
beforeAll(async () => {
  app = await testApp()
  app.services.clock = { ...systemClock, now: () => now }
})
afterAll(() => app.stop())
beforeEach(() => {
  now = new Date()
})

let strangers = 0
const stranger = () => `stranger${++strangers}@example.com`
const invite = (as: string, clientId: number, userEmail: string, userRole = 3) =>
  app.call(organizations.addUserRole, { as, body: { clientId, userEmail, userRole } })
const list = async (as: string) => (await app.call(organizations.listInvitations, { as })).body.data ?? []
const resend = (as: string, id: number) => app.call(organizations.resendInvitation, { as, params: { id } })
const withdraw = (as: string, id: number) => app.call(organizations.withdrawInvitation, { as, params: { id } })
const accept = (as: string, clientId: number) => app.call(accounts.acceptRole, { as, body: { clientId } })
const later = (days: number, seconds = 0) => {
  now = new Date(now.getTime() + days * DAY_MS + seconds * 1000)
}

async function host() {
  const { as, organization, user } = await makeSeller(app.services)
  const guest = await makeUser(app.services, { name: 'Kim' })
  return { as, user, clientId: organization.id, guest, asGuest: await makeSession(app.services, guest.id, null) }
}

describe('invitations', () => {
  it('are listed with and without an account, who sent them and how long they hold', async () => {
    const { as, clientId, guest, user } = await host()
    const email = stranger()
    await invite(as, clientId, guest.email, 4)
    later(0, 1)
    await invite(as, clientId, email, 5)
    const rows = await list(as)
    expect(rows).toMatchObject([
      { id: guest.id, email: guest.email, name: 'Kim', roleId: 4, invitedBy: user.name, expired: false },
      { email, name: '', roleId: 5, invitedBy: user.name, expired: false },
    ])
    for (const row of rows) expect(Date.parse(row.expiresAt) - Date.parse(row.invitedAt)).toBe(14 * DAY_MS)
    expect((await app.call(organizations.clientUsers, { as })).body.data?.map((m) => m.id)).toEqual(
      expect.arrayContaining(rows.map((row) => row.id)),
    )
  })

  it('hold for fourteen days, then cannot be accepted or seen, and can be sent again', async () => {
    const { as, clientId, guest, user } = await host()
    await invite(as, clientId, guest.email)
    later(14, -1)
    // Sessions are shorter than invitations.
    const asGuest = await makeSession(app.services, guest.id, null)
    const roles = async () => (await app.call(accounts.userRoles, { as: asGuest })).body.data
    expect(await roles()).toHaveLength(1)
    later(0, 1)
    expect(await roles()).toEqual([])
    const admin = await makeSession(app.services, user.id, clientId)
    expect((await accept(asGuest, clientId)).status).toBe(404)
    expect(await list(admin)).toMatchObject([{ id: guest.id, expired: true }])
    expect((await resend(admin, guest.id)).status).toBe(200)
    expect(await list(admin)).toMatchObject([{ id: guest.id, expired: false }])
    expect((await accept(asGuest, clientId)).status).toBe(200)
    expect(await list(admin)).toEqual([])
  })

  it('sent again bring another mail', async () => {
    const { as, clientId } = await host()
    const email = stranger()
    await invite(as, clientId, email)
    await mailTo(app, email)
    const [row] = await list(as)
    expect((await resend(as, row?.id ?? 0)).status).toBe(200)
    const queued = await app.services.queue.boss
      .getDb()
      .executeSql(`select 1 from jobs.job where name = 'mail.send' and data ->> 'to' = $1`, [email])
    expect(queued.rows).toHaveLength(2)
    expect(await mailTo(app, email)).toContain('The invitation holds for 14 days.')
  })

  it('ORG-059 of an email that signs up too late wait for being sent again, and reach its account then', async () => {
    const { as, clientId, user } = await host()
    const email = stranger()
    await invite(as, clientId, email)
    later(15)
    const admin = await makeSession(app.services, user.id, clientId)
    await app.call(accounts.createAccount, { body: { email, password, checkPassword: password }, headers: visitor() })
    const { uuid = '', code = '' } = queryOf(await mailTo(app, email), '/confirmEmail')
    await app.call(accounts.confirmEmail, { body: { uuid, code }, headers: visitor() })
    const fresh = `jwt=${(await app.call(accounts.login, { body: { email, password }, headers: visitor() })).body.data}`
    expect((await app.call(accounts.userRoles, { as: fresh })).body.data).toEqual([])
    const [row] = await list(admin)
    expect(row).toMatchObject({ email, expired: true })
    expect((await resend(admin, row?.id ?? 0)).status).toBe(200)
    expect(await list(admin)).toMatchObject([{ email, expired: false }])
    expect((await accept(fresh, clientId)).status).toBe(200)
  })

  it('are withdrawn with and without an account; a member is not', async () => {
    const { as, clientId, guest, asGuest } = await host()
    const member = await makeUser(app.services)
    await makeMember(app.services, clientId, member.id, 4)
    await invite(as, clientId, guest.email)
    await invite(as, clientId, stranger())
    for (const { id } of await list(as)) {
      expect((await withdraw(as, id)).status).toBe(200)
      expect((await withdraw(as, id)).status).toBe(404)
      expect((await resend(as, id)).status).toBe(404)
    }
    expect(await list(as)).toEqual([])
    expect((await accept(asGuest, clientId)).status).toBe(404)
    expect((await withdraw(as, member.id)).status).toBe(404)
    expect((await resend(as, member.id)).status).toBe(404)
    expect((await app.call(organizations.clientUsers, { as })).body.data).toHaveLength(2)
  })

  it.each([3, 4, 5])('ORG-082 role %i neither sees nor changes them', async (roleId) => {
    const { as } = await makeSeller(app.services, roleId)
    for (const answer of [
      await app.call(organizations.listInvitations, { as }),
      await resend(as, 1),
      await withdraw(as, 1),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([403, 'forbidden'])
    }
  })
})

describe('ORG-055, ORG-056 inviting', () => {
  it('needs an email and a role, at the field', async () => {
    const { as, clientId } = await host()
    expect((await invite(as, clientId, '')).body.fields).toEqual({ userEmail: 'Email is not valid.' })
    for (const role of [1, 6, Number.NaN])
      expect(Object.keys((await invite(as, clientId, stranger(), role)).body.fields ?? {})).toEqual(['userRole'])
    expect(await list(as)).toEqual([])
  })

  it('ORG-053, ORG-058 offers the ids of Admin, Manager, Employee and Guest, where Employee is Member', async () => {
    const { as, clientId } = await host()
    for (const role of [2, 3, 4, 5]) expect((await invite(as, clientId, stranger(), role)).status).toBe(200)
    expect((await list(as)).map((row) => row.roleId).sort()).toEqual([2, 3, 4, 5])
  })
})
