import { decodeJwt } from 'jose'
import { describe, expect, it } from 'vitest'
import * as accounts from '#contract/accounts.ts'
import * as organizations from '#contract/organizations/organizations.ts'
import { makeMember, makeSeller, makeSession, makeUser } from '#seed/make.ts'
import { organizationsApp, password, unique } from '#server/testing/shop/organizations.ts'
import { mailTo, queryOf, visitor } from '#server/testing/shop/people.ts'

const { app, superAdmin } = organizationsApp()

describe('inviting', () => {
  const invite = (as: string, clientId: number, userEmail: string, userRole = 3) =>
    app().call(organizations.addUserRole, { as, body: { clientId, userEmail, userRole } })

  it('ORG-009..ORG-016, ORG-057, ORG-092, ORG-093, ACC-159..ACC-166, ACC-187, ACC-188 a user with an account is pending until they accept', async () => {
    const { as, organization, user: host } = await makeSeller(app().services)
    const guest = await makeUser(app().services, { name: 'Kim' })
    const asGuest = await makeSession(app().services, guest.id, null)
    const answer = await invite(as, organization.id, guest.email.toUpperCase(), 4)
    expect([answer.status, answer.body.message]).toEqual([200, 'User invited to join your client.'])
    expect((await app().call(organizations.clientUsers, { as })).body.data?.[1]).toEqual({
      id: expect.any(Number),
      email: guest.email,
      name: '',
      image: '',
      roleId: 4,
      status: 'pending',
    })
    const mail = await mailTo(app(), guest.email)
    expect(mail).toContain(`Subject: Join ${organization.displayName} on Motto`)
    expect(mail).toContain(`${host.name} invited you`)
    expect(
      (await app().call(organizations.clientLogin, { as: asGuest, body: { clientLoginId: organization.id } })).status,
    ).toBe(403)
    const roles = (await app().call(accounts.userRoles, { as: asGuest, query: { userId: guest.id } })).body.data
    expect(roles).toEqual([
      {
        id: expect.any(Number),
        userId: guest.id,
        clientId: organization.id,
        roleId: 4,
        status: 'pending',
        name: organization.name,
        displayName: organization.displayName,
      },
    ])
    const choice = { userId: guest.id, clientId: organization.id }
    expect((await app().call(accounts.acceptRole, { as: asGuest, body: choice })).status).toBe(200)
    expect((await app().call(accounts.userRoles, { as: asGuest, query: {} })).body.data?.[0]?.status).toBe('accepted')
    expect((await app().call(organizations.clientUsers, { as })).body.data?.[1]).toMatchObject({
      id: guest.id,
      status: 'active',
    })
    expect(
      (await app().call(organizations.clientLogin, { as: asGuest, body: { clientLoginId: organization.id } })).status,
    ).toBe(200)
  })

  it('ACC-169, ACC-189 a declined invitation is gone and cannot be accepted', async () => {
    const { as, organization } = await makeSeller(app().services)
    const guest = await makeUser(app().services)
    const asGuest = await makeSession(app().services, guest.id, null)
    await invite(as, organization.id, guest.email)
    const choice = { userId: guest.id, clientId: organization.id }
    expect((await app().call(accounts.declineRole, { as: asGuest, body: choice })).status).toBe(200)
    expect((await app().call(accounts.userRoles, { as: asGuest, query: {} })).body.data).toEqual([])
    expect((await app().call(accounts.acceptRole, { as: asGuest, body: choice })).status).toBe(404)
  })

  it("a member's own role cannot be declined, and nobody accepts what was never offered", async () => {
    const { as, user, organization } = await makeSeller(app().services)
    const other = await makeSeller(app().services)
    expect(
      (await app().call(accounts.declineRole, { as, body: { userId: user.id, clientId: organization.id } })).status,
    ).toBe(404)
    expect((await app().call(accounts.acceptRole, { as, body: { clientId: other.organization.id } })).status).toBe(404)
  })

  it('ORG-059 a member answers 409; who waits gets the new role and another mail', async () => {
    const { as, organization, user } = await makeSeller(app().services)
    const answer = await invite(as, organization.id, user.email)
    expect([answer.status, answer.body.message]).toEqual([409, 'User already belongs to this client.'])
    const guest = await makeUser(app().services)
    await invite(as, organization.id, guest.email, 5)
    expect((await invite(as, organization.id, guest.email, 3)).status).toBe(200)
    expect((await app().call(organizations.clientUsers, { as })).body.data?.[1]).toMatchObject({
      roleId: 3,
      status: 'pending',
    })
  })

  it('ORG-059 an email without an account answers alike, is listed, and becomes the invitation of whoever signs up and confirms', async () => {
    const { as, organization } = await makeSeller(app().services)
    const email = `new-${unique()}@example.com`
    const answer = await invite(as, organization.id, email, 5)
    expect([answer.status, answer.body.message]).toEqual([200, 'User invited to join your client.'])
    expect((await app().call(organizations.clientUsers, { as })).body.data?.[1]).toMatchObject({
      email,
      roleId: 5,
      status: 'pending',
      name: '',
    })
    expect(await mailTo(app(), email)).toContain('http://localhost:3000/invitation?token=')
    const made = await app().call(accounts.createAccount, {
      body: { email, password, checkPassword: password },
      headers: visitor(),
    })
    const fresh = `jwt=${made.body.data}`
    // Whoever signs up with an email that is not theirs must not see what it was invited to.
    expect((await app().call(accounts.userRoles, { as: fresh, query: {} })).body.data).toEqual([])
    expect((await app().call(accounts.acceptRole, { as: fresh, body: { clientId: organization.id } })).body.code).toBe(
      'email_unconfirmed',
    )
    const { uuid = '', code = '' } = queryOf(await mailTo(app(), email), '/confirmEmail')
    await app().call(accounts.confirmEmail, { body: { uuid, code }, headers: visitor() })
    const again = `jwt=${(await app().call(accounts.login, { body: { email, password }, headers: visitor() })).body.data}`
    expect((await app().call(accounts.userRoles, { as: again, query: {} })).body.data).toMatchObject([
      { clientId: organization.id, roleId: 5, status: 'pending' },
    ])
    expect((await app().call(organizations.clientUsers, { as })).body.data).toHaveLength(2)
  })

  it('a super-admin invites into any organization', async () => {
    const [mine, other] = [await makeSeller(app().services), await makeSeller(app().services)]
    const guest = await makeUser(app().services)
    expect((await invite(await superAdmin(mine.organization.id), other.organization.id, guest.email)).status).toBe(200)
    expect((await app().call(organizations.clientUsers, { as: other.as })).body.data).toHaveLength(2)
  })

  it('one email gets at most five invitations a day from one organization', async () => {
    const { as, organization } = await makeSeller(app().services)
    const email = `often-${unique()}@example.com`
    for (let i = 0; i < 5; i++) expect((await invite(as, organization.id, email)).status).toBe(200)
    expect((await invite(as, organization.id, email)).status).toBe(429)
  })
})

describe('ORG-051 changing members', () => {
  const team = async () => {
    const admin = await makeSeller(app().services)
    const user = await makeUser(app().services)
    await makeMember(app().services, admin.organization.id, user.id, 4)
    return {
      admin,
      user,
      as: await makeSession(app().services, user.id, admin.organization.id),
      clientId: admin.organization.id,
    }
  }
  const change = (as: string, clientId: number, userId: number, userRole: number) =>
    app().call(organizations.changeUserRole, { as, body: { clientId, userId, userRole } })
  const remove = (as: string, clientId: number, userId: number) =>
    app().call(organizations.removeUser, { as, body: { clientId, userId } })

  it('an Admin changes a role: the member signs in again and has it', async () => {
    const { admin, user, as, clientId } = await team()
    expect((await app().call(organizations.getStart, { as })).status).toBe(200)
    expect((await change(admin.as, clientId, user.id, 3)).status).toBe(200)
    expect((await app().call(organizations.getStart, { as })).status).toBe(401)
    const again = await app().call(accounts.login, { body: { email: user.email, password }, headers: visitor() })
    expect(decodeJwt(again.body.data ?? '')).toMatchObject({ clientId, roleId: 3 })
  })

  it('an Admin removes a member, who is out at once; sessions elsewhere go on', async () => {
    const { admin, user, as, clientId } = await team()
    const elsewhere = await makeSession(app().services, user.id, null)
    expect((await remove(admin.as, clientId, user.id)).status).toBe(200)
    expect((await app().call(organizations.getStart, { as })).status).toBe(401)
    expect((await app().call(organizations.getUserClients, { as: elsewhere })).body.data).toEqual([])
    expect((await remove(admin.as, clientId, user.id)).status).toBe(404)
  })

  it('an invitation is withdrawn or changed, with and without an account', async () => {
    const { admin, clientId } = await team()
    const known = await makeUser(app().services)
    for (const userEmail of [known.email, `new-${unique()}@example.com`]) {
      await app().call(organizations.addUserRole, { as: admin.as, body: { clientId, userEmail, userRole: 5 } })
      const id =
        (await app().call(organizations.clientUsers, { as: admin.as })).body.data?.find((m) => m.email === userEmail)
          ?.id ?? 0
      expect((await change(admin.as, clientId, id, 4)).status).toBe(200)
      expect(
        (await app().call(organizations.clientUsers, { as: admin.as })).body.data?.find((m) => m.id === id)?.roleId,
      ).toBe(4)
      expect((await remove(admin.as, clientId, id)).status).toBe(200)
      expect((await app().call(organizations.clientUsers, { as: admin.as })).body.data).toHaveLength(2)
    }
  })

  it('the last Admin stays, also when two go at once', async () => {
    const { admin, user, clientId } = await team()
    expect((await change(admin.as, clientId, admin.user.id, 4)).body.code).toBe('last_admin')
    expect((await remove(admin.as, clientId, admin.user.id)).body.code).toBe('last_admin')
    await change(admin.as, clientId, user.id, 2)
    const second = await makeSession(app().services, user.id, clientId)
    const answers = await Promise.all([remove(admin.as, clientId, admin.user.id), remove(second, clientId, user.id)])
    expect(answers.map((a) => a.status).sort()).toEqual([200, 409])
  })
})
