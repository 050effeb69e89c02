import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import * as accounts from '#contract/accounts.ts'
import * as organizations from '#contract/organizations/organizations.ts'
import { makeMember, makeSeller, makeSession, makeUser } from '#seed/make.ts'
import { systemClock } from '#server/services.ts'
import { type TestApp, testApp } from '#server/testing/setup/app.ts'
import { mailTo, queryOf, sha256, visitor } from '#server/testing/shop/people.ts'

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
  it('do not tell whether an email has an account: its id, its letters and its place are like any other', async () => {
    const { as, clientId } = await host()
    const written = await makeUser(app.services, { email: `Kim.${stranger()}`, name: 'Kim' })
    const emails = [stranger(), written.email, stranger()]
    for (const email of emails) {
      await invite(as, clientId, email)
      later(0, 1)
    }
    const members = (await app.call(organizations.clientUsers, { as })).body.data?.slice(1) ?? []
    expect(members.map(({ id, ...shown }) => ({ ...shown, above: id > 1e12 }))).toEqual(
      emails.map((email) => ({
        email: email.toLowerCase(),
        name: '',
        image: '',
        roleId: 3,
        status: 'pending',
        above: true,
      })),
    )
    expect(members.map(({ id }) => id)).toEqual((await list(as)).map(({ id }) => id))
  })

  it('keep their id when the invited person signs up and is invited again', async () => {
    const { as, clientId } = await host()
    const email = stranger()
    await invite(as, clientId, email)
    const before = (await list(as))[0]?.id
    await makeUser(app.services, { email })
    await invite(as, clientId, email)
    expect((await list(as)).map(({ id }) => id)).toEqual([before])
  })

  it('are listed with and without an account, who sent them and how long they hold', async () => {
    const { as, clientId, guest, user } = await host()
    const email = stranger()
    await invite(as, clientId, guest.email, 4)
    later(0, 1)
    await invite(as, clientId, email, 5)
    const rows = await list(as)
    expect(rows).toMatchObject([
      { email: guest.email, roleId: 4, invitedBy: user.name, expired: false },
      { email, roleId: 5, invitedBy: user.name, expired: false },
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
    const [expired] = await list(admin)
    expect(expired).toMatchObject({ email: guest.email, expired: true })
    expect((await resend(admin, expired?.id ?? 0)).status).toBe(200)
    expect(await list(admin)).toMatchObject([{ id: expired?.id, expired: false }])
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
    expect(await mailTo(app, email)).toContain('The invitation expires in 14 days.')
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

describe('the link of an invitation', () => {
  const linkOf = async (email: string) => queryOf(await mailTo(app, email), '/invitation').token ?? ''
  const read = (token: string) => app.call(accounts.readInvitation, { body: { token }, headers: visitor() })
  const join = (token: string, more: object = {}, as?: string) =>
    app.call(accounts.joinByInvitation, { body: { token, ...more }, headers: visitor(), ...(as ? { as } : {}) })
  const withPassword = { name: 'Kim', password, checkPassword: password }
  const membersOf = async (as: string) => (await app.call(organizations.clientUsers, { as })).body.data ?? []

  it('lets a stranger in with a password and nothing else: confirmed, a member, signed in there', async () => {
    const { as, clientId, user } = await host()
    const email = stranger()
    await invite(as, clientId, email, 4)
    const token = await linkOf(email)
    expect((await read(token)).body.data).toMatchObject({ email, roleId: 4, invitedBy: user.name, hasAccount: false })
    const answer = await join(token, withPassword)
    expect(answer.status).toBe(200)
    const joined = `jwt=${answer.body.data}`
    expect((await app.call(organizations.getStart, { as: joined })).status).toBe(200)
    expect((await app.call(accounts.getUser, { as: joined })).body.data).toMatchObject({
      email,
      name: 'Kim',
      emailConfirmed: true,
    })
    expect(await membersOf(as)).toEqual(
      expect.arrayContaining([expect.objectContaining({ email, roleId: 4, status: 'active' })]),
    )
    const login = await app.call(accounts.login, { body: { email, password }, headers: visitor() })
    expect(login.status).toBe(200)
  })

  it('works once, however many press it at the same moment, and says so afterwards', async () => {
    const { as, clientId } = await host()
    const email = stranger()
    await invite(as, clientId, email)
    const token = await linkOf(email)
    const answers = await Promise.all([join(token, withPassword), join(token, withPassword), join(token, withPassword)])
    expect(answers.filter((a) => a.status === 200)).toHaveLength(1)
    expect((await read(token)).body.message).toBe('You’ve already accepted this invitation. Log in to continue.')
  })

  it('asks for no password from who has an account: only they accept, signed in', async () => {
    const { as, clientId, guest, asGuest } = await host()
    await invite(as, clientId, guest.email, 5)
    const token = await linkOf(guest.email)
    expect((await read(token)).body.data?.hasAccount).toBe(true)
    expect((await join(token, withPassword)).body.code).toBe('unauthenticated')
    expect((await join(token, withPassword, as)).status).toBe(403)
    expect((await app.call(accounts.login, { body: { email: guest.email, password: sha256('Other-1') } })).status).toBe(
      401,
    )
    const answer = await join(token, {}, asGuest)
    expect(answer.status).toBe(200)
    expect((await app.call(organizations.getStart, { as: `jwt=${answer.body.data}` })).status).toBe(200)
  })

  it('takes back an account that somebody else began with the address and never proved', async () => {
    const email = stranger()
    const squatter = await app.call(accounts.createAccount, {
      body: { email, password: sha256('Squatter-1!'), checkPassword: sha256('Squatter-1!') },
      headers: visitor(),
    })
    const { as, clientId } = await host()
    await invite(as, clientId, email)
    const token = await linkOf(email)
    expect((await read(token)).body.data?.hasAccount).toBe(false)
    expect((await join(token, withPassword)).status).toBe(200)
    expect((await app.call(accounts.getUser, { as: `jwt=${squatter.body.data}` })).status).toBe(401)
    const old = await app.call(accounts.login, { body: { email, password: sha256('Squatter-1!') }, headers: visitor() })
    expect(old.status).toBe(401)
  })

  it('dies with the invitation: withdrawn, expired, or sent again with a new link', async () => {
    const { as, clientId } = await host()
    const [withdrawn, again] = [stranger(), stranger()]
    await invite(as, clientId, withdrawn)
    await invite(as, clientId, again)
    const first = await linkOf(withdrawn)
    await withdraw(as, (await list(as)).find((i) => i.email === withdrawn)?.id ?? 0)
    expect((await join(first, withPassword)).body.code).toBe('code_invalid')
    const old = await linkOf(again)
    await resend(as, (await list(as)).find((i) => i.email === again)?.id ?? 0)
    const fresh = await linkOf(again)
    expect((await join(old, withPassword)).body.code).toBe('code_invalid')
    later(14, 1)
    expect((await join(fresh, withPassword)).body.code).toBe('code_invalid')
  })

  it('keeps only a hash, and refuses a wrong or short password pair at the field', async () => {
    const { as, clientId } = await host()
    const email = stranger()
    await invite(as, clientId, email)
    const token = await linkOf(email)
    const stored = await app.services.database.system.selectFrom('invitationLinks').selectAll().execute()
    expect(JSON.stringify(stored)).not.toContain(token)
    expect((await join(token)).body.fields).toHaveProperty('password')
    expect((await join(token, { ...withPassword, checkPassword: sha256('x') })).body.fields).toHaveProperty(
      'checkPassword',
    )
    expect((await join('not-a-token', withPassword)).body.code).toBe('code_invalid')
  })
})
