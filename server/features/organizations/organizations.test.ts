import { decodeJwt } from 'jose'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as accounts from '#contract/accounts.ts'
import * as organizations from '#contract/organizations.ts'
import {
  makeMember,
  makeOrganization,
  makeProduct,
  makeSeller,
  makeSession,
  makeTemplate,
  makeUser,
} from '#seed/make.ts'
import { type TestApp, testApp } from '#server/testing/app.ts'
import { mailTo, queryOf, sha256, visitor } from '#server/testing/people.ts'

const password = sha256('Correct-horse-9')
let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

const unique = () => Math.random().toString(36).slice(2, 10)
const superAdmin = async (organizationId: number | null) =>
  makeSession(app.services, (await makeUser(app.services, { isSuper: true })).id, organizationId)

describe('creating an organization', () => {
  it('ORG-005..ORG-008, ORG-095, ORG-066, ORG-069, ORG-089 answers it, its creator is its Admin and logs into it', async () => {
    const user = await makeUser(app.services)
    const as = await makeSession(app.services, user.id, null)
    const name = `Shop${unique()}`
    const made = await app.call(organizations.createClient, {
      as,
      body: { name, displayName: 'North & Light', description: 'Cameras' },
    })
    expect(made.body.data).toEqual({
      id: expect.any(Number),
      name,
      displayName: 'North & Light',
      description: 'Cameras',
      requireTwoFactor: false,
    })
    const chosen = await app.call(organizations.clientLogin, { as, body: { clientLoginId: made.body.data?.id ?? 0 } })
    expect(decodeJwt(chosen.body.data ?? '')).toMatchObject({ clientId: made.body.data?.id, roleId: 2 })
    const inside = `jwt=${chosen.body.data}`
    expect((await app.call(organizations.clientUsers, { as: inside })).body.data).toEqual([
      { id: user.id, email: user.email, name: 'Dana Reyes', image: '', roleId: 2, status: 'active' },
    ])
    expect((await app.call(organizations.getStart, { as: inside })).body.data).toEqual({
      templates: 0,
      products: 0,
      connectedChannels: 0,
      liveListings: 0,
      orders: 0,
      openOrders: 0,
      oversoldOrders: 0,
      failedListings: 0,
      outOfStep: { notKept: 0, pending: 0, held: 0 },
      firstStepsHidden: false,
    })
  })

  it('ORG-069 a name in use answers 409, also when two ask at once', async () => {
    const as = await makeSession(app.services, (await makeUser(app.services)).id, null)
    const name = `Shop${unique()}`
    const answers = await Promise.all(
      [name, name.toUpperCase()].map((n) =>
        app.call(organizations.createClient, { as, body: { name: n, displayName: 'Shop', description: '' } }),
      ),
    )
    expect(answers.map((a) => a.status).sort()).toEqual([200, 409])
    expect(answers.find((a) => a.status === 409)?.body.message).toBe('An organization with this name already exists.')
  })

  it('ORG-006 takes letters and digits only; ORG-065 needs a display name', async () => {
    const as = await makeSession(app.services, (await makeUser(app.services)).id, null)
    for (const body of [
      { name: 'A b', displayName: 'A b' },
      { name: 'Ab-', displayName: 'Ab' },
      { name: '', displayName: 'Ab' },
      { name: 'Ab', displayName: ' ' },
    ]) {
      expect((await app.call(organizations.createClient, { as, body })).status).toBe(400)
    }
  })

  it('needs a confirmed email', async () => {
    const as = await makeSession(app.services, (await makeUser(app.services, { confirmed: false })).id, null)
    const answer = await app.call(organizations.createClient, {
      as,
      body: { name: `Shop${unique()}`, displayName: 'Shop' },
    })
    expect([answer.status, answer.body.code]).toEqual([403, 'email_unconfirmed'])
  })
})

describe('belonging', () => {
  it('ORG-001, ORG-002, ORG-086 one user has a role in each of several organizations', async () => {
    const user = await makeUser(app.services)
    const [one, two] = [
      await makeOrganization(app.services, { displayName: `A ${unique()}` }),
      await makeOrganization(app.services, { displayName: `B ${unique()}` }),
    ]
    await makeMember(app.services, one.id, user.id, 2)
    await makeMember(app.services, two.id, user.id, 5)
    const as = await makeSession(app.services, user.id, null)
    expect((await app.call(organizations.getUserClients, { as })).body.data).toEqual([
      { id: one.id, displayName: one.displayName },
      { id: two.id, displayName: two.displayName },
    ])
    const roles = (await app.call(accounts.userRoles, { as, query: { userId: user.id } })).body.data
    expect(roles?.map((r) => [r.clientId, r.roleId, r.status, r.displayName])).toEqual([
      [one.id, 2, 'accepted', one.displayName],
      [two.id, 5, 'accepted', two.displayName],
    ])
  })

  it('ORG-031 a super-admin may choose every organization', async () => {
    const { organization } = await makeSeller(app.services)
    const as = await superAdmin(null)
    expect((await app.call(organizations.getUserClients, { as })).body.data?.map((o) => o.id)).toContain(
      organization.id,
    )
    const chosen = await app.call(organizations.clientLogin, { as, body: { clientLoginId: organization.id } })
    expect(decodeJwt(chosen.body.data ?? '')).toMatchObject({ clientId: organization.id, roleId: 1 })
    expect(
      (
        await app.call(organizations.clientLogin, {
          as: `jwt=${chosen.body.data}`,
          body: { clientLoginId: 999_999_999 },
        })
      ).status,
    ).toBe(403)
  })

  it("ORG-003, ORG-004, ORG-090, ORG-091 the session names the organization; a neighbour's is not there", async () => {
    const [mine, other] = [await makeSeller(app.services), await makeSeller(app.services)]
    const { id, name, displayName } = mine.organization
    const own = { id, name, displayName, description: '', requireTwoFactor: false }
    for (const query of [{}, { clientId: id }, { clientName: name }])
      expect((await app.call(organizations.getClient, { as: mine.as, query })).body.data).toEqual(own)
    for (const query of [{ clientId: other.organization.id }, { clientName: other.organization.name }]) {
      expect((await app.call(organizations.getClient, { as: mine.as, query })).status).toBe(404)
      expect((await app.call(organizations.getClient, { as: await superAdmin(id), query })).body.data?.id).toBe(
        other.organization.id,
      )
    }
    const change = { clientId: other.organization.id, displayName: 'Mine now', description: '' }
    expect((await app.call(organizations.updateClient, { as: mine.as, body: change })).status).toBe(404)
    expect(
      (
        await app.call(organizations.addUserRole, {
          as: mine.as,
          body: { clientId: other.organization.id, userEmail: mine.user.email, userRole: 2 },
        })
      ).status,
    ).toBe(404)
    expect((await app.call(organizations.clientUsers, { as: mine.as })).body.data?.map((m) => m.id)).toEqual([
      mine.user.id,
    ])
  })

  it('without an organization there is none to see', async () => {
    const as = await makeSession(app.services, (await makeUser(app.services)).id, null)
    const answer = await app.call(organizations.clientUsers, { as })
    expect([answer.status, answer.body.code]).toEqual([403, 'no_organization'])
  })
})

describe('the organization page', () => {
  it('ORG-042..ORG-044, ORG-094 its display name and description change, its name never; who did it is kept', async () => {
    const { as, organization, user } = await makeSeller(app.services)
    const saved = await app.call(organizations.updateClient, {
      as,
      body: { clientId: organization.id, displayName: 'New name', description: 'More' },
    })
    expect(saved.body.data).toEqual({
      id: organization.id,
      name: organization.name,
      displayName: 'New name',
      description: 'More',
      requireTwoFactor: false,
    })
    const entries = await app.services.database.system
      .selectFrom('auditEntries')
      .selectAll()
      .where('organizationId', '=', organization.id)
      .execute()
    expect(entries).toMatchObject([
      {
        userId: user.id,
        entity: 'organization',
        entityId: organization.id,
        action: 'update',
        old: { displayName: organization.displayName, description: '' },
        new: { displayName: 'New name', description: 'More' },
      },
    ])
  })

  it.each([3, 4, 5])(
    'ORG-077, ORG-082 role %i may see members, but neither change the organization nor invite',
    async (roleId) => {
      const { as, organization } = await makeSeller(app.services, roleId)
      expect((await app.call(organizations.clientUsers, { as })).status).toBe(200)
      const refused = [
        await app.call(organizations.updateClient, { as, body: { clientId: organization.id, displayName: 'X' } }),
        await app.call(organizations.addUserRole, {
          as,
          body: { clientId: organization.id, userEmail: 'a@b.co', userRole: 2 },
        }),
      ]
      for (const answer of refused) expect([answer.status, answer.body.code]).toEqual([403, 'forbidden'])
    },
  )

  it('counts for the start page, in one statement', async () => {
    const { as, ctx } = await makeSeller(app.services)
    const template = await makeTemplate(ctx)
    await makeProduct(ctx, template.id)
    await makeProduct(ctx, template.id)
    const order = {
      organizationId: ctx.organizationId,
      channel: 'manual' as const,
      integrationId: null,
      orderStatus: '',
      shippingStatus: '',
      paymentStatus: '',
      orderDate: new Date(),
      paymentAmount: null,
      shippingAddress: '{}',
      billingAddress: '{}',
    }
    await ctx.db
      .insertInto('orders')
      .values([
        { ...order, externalOrderId: 'a', number: 'a', state: 'open', oversold: true },
        { ...order, externalOrderId: 'b', number: 'b', state: 'open' },
        { ...order, externalOrderId: 'c', number: 'c', state: 'shipped', shippingStatus: 'FULFILLED', oversold: true },
      ])
      .execute()
    await app.call(organizations.getStart, { as })
    const before = app.services.database.statements.count
    const answer = await app.call(organizations.getStart, { as })
    expect(app.services.database.statements.count - before).toBe(1)
    expect(answer.body.data).toEqual({
      templates: 1,
      products: 2,
      connectedChannels: 0,
      liveListings: 0,
      orders: 3,
      openOrders: 2,
      oversoldOrders: 1,
      failedListings: 0,
      outOfStep: { notKept: 0, pending: 0, held: 0 },
      firstStepsHidden: false,
    })
  })
})

describe('inviting', () => {
  const invite = (as: string, clientId: number, userEmail: string, userRole = 3) =>
    app.call(organizations.addUserRole, { as, body: { clientId, userEmail, userRole } })

  it('ORG-009..ORG-016, ORG-057, ORG-092, ORG-093, ACC-159..ACC-166, ACC-187, ACC-188 a user with an account is pending until they accept', async () => {
    const { as, organization, user: host } = await makeSeller(app.services)
    const guest = await makeUser(app.services, { name: 'Kim' })
    const asGuest = await makeSession(app.services, guest.id, null)
    const answer = await invite(as, organization.id, guest.email.toUpperCase(), 4)
    expect([answer.status, answer.body.message]).toEqual([200, 'User invited to join your client.'])
    expect((await app.call(organizations.clientUsers, { as })).body.data?.[1]).toEqual({
      id: guest.id,
      email: guest.email,
      name: 'Kim',
      image: '',
      roleId: 4,
      status: 'pending',
    })
    const mail = await mailTo(app, guest.email)
    expect(mail).toContain(`Subject: Join ${organization.displayName} on Motto`)
    expect(mail).toContain(`${host.name} invited you`)
    expect(
      (await app.call(organizations.clientLogin, { as: asGuest, body: { clientLoginId: organization.id } })).status,
    ).toBe(403)
    const roles = (await app.call(accounts.userRoles, { as: asGuest, query: { userId: guest.id } })).body.data
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
    expect((await app.call(accounts.acceptRole, { as: asGuest, body: choice })).status).toBe(200)
    expect((await app.call(accounts.userRoles, { as: asGuest, query: {} })).body.data?.[0]?.status).toBe('accepted')
    expect((await app.call(organizations.clientUsers, { as })).body.data?.[1]).toMatchObject({
      id: guest.id,
      status: 'active',
    })
    expect(
      (await app.call(organizations.clientLogin, { as: asGuest, body: { clientLoginId: organization.id } })).status,
    ).toBe(200)
  })

  it('ACC-169, ACC-189 a declined invitation is gone and cannot be accepted', async () => {
    const { as, organization } = await makeSeller(app.services)
    const guest = await makeUser(app.services)
    const asGuest = await makeSession(app.services, guest.id, null)
    await invite(as, organization.id, guest.email)
    const choice = { userId: guest.id, clientId: organization.id }
    expect((await app.call(accounts.declineRole, { as: asGuest, body: choice })).status).toBe(200)
    expect((await app.call(accounts.userRoles, { as: asGuest, query: {} })).body.data).toEqual([])
    expect((await app.call(accounts.acceptRole, { as: asGuest, body: choice })).status).toBe(404)
  })

  it("a member's own role cannot be declined, and nobody accepts what was never offered", async () => {
    const { as, user, organization } = await makeSeller(app.services)
    const other = await makeSeller(app.services)
    expect(
      (await app.call(accounts.declineRole, { as, body: { userId: user.id, clientId: organization.id } })).status,
    ).toBe(404)
    expect((await app.call(accounts.acceptRole, { as, body: { clientId: other.organization.id } })).status).toBe(404)
  })

  it('ORG-059 a member answers 409; who waits gets the new role and another mail', async () => {
    const { as, organization, user } = await makeSeller(app.services)
    const taken = await invite(as, organization.id, user.email)
    expect([taken.status, taken.body.message]).toEqual([409, 'User already belongs to this client.'])
    const guest = await makeUser(app.services)
    await invite(as, organization.id, guest.email, 5)
    expect((await invite(as, organization.id, guest.email, 3)).status).toBe(200)
    expect((await app.call(organizations.clientUsers, { as })).body.data?.[1]).toMatchObject({
      roleId: 3,
      status: 'pending',
    })
  })

  it('ORG-059 an email without an account answers alike, is listed, and becomes the invitation of whoever signs up and confirms', async () => {
    const { as, organization } = await makeSeller(app.services)
    const email = `new-${unique()}@example.com`
    const answer = await invite(as, organization.id, email, 5)
    expect([answer.status, answer.body.message]).toEqual([200, 'User invited to join your client.'])
    expect((await app.call(organizations.clientUsers, { as })).body.data?.[1]).toMatchObject({
      email,
      roleId: 5,
      status: 'pending',
      name: '',
    })
    expect(await mailTo(app, email)).toContain('http://localhost:3000/invitation?token=')
    const made = await app.call(accounts.createAccount, {
      body: { email, password, checkPassword: password },
      headers: visitor(),
    })
    const fresh = `jwt=${made.body.data}`
    // Whoever signs up with an email that is not theirs must not see what it was invited to.
    expect((await app.call(accounts.userRoles, { as: fresh, query: {} })).body.data).toEqual([])
    expect((await app.call(accounts.acceptRole, { as: fresh, body: { clientId: organization.id } })).body.code).toBe(
      'email_unconfirmed',
    )
    const { uuid = '', code = '' } = queryOf(await mailTo(app, email), '/confirmEmail')
    await app.call(accounts.confirmEmail, { body: { uuid, code }, headers: visitor() })
    const again = `jwt=${(await app.call(accounts.login, { body: { email, password }, headers: visitor() })).body.data}`
    expect((await app.call(accounts.userRoles, { as: again, query: {} })).body.data).toMatchObject([
      { clientId: organization.id, roleId: 5, status: 'pending' },
    ])
    expect((await app.call(organizations.clientUsers, { as })).body.data).toHaveLength(2)
  })

  it('a super-admin invites into any organization', async () => {
    const [mine, other] = [await makeSeller(app.services), await makeSeller(app.services)]
    const guest = await makeUser(app.services)
    expect((await invite(await superAdmin(mine.organization.id), other.organization.id, guest.email)).status).toBe(200)
    expect((await app.call(organizations.clientUsers, { as: other.as })).body.data).toHaveLength(2)
  })

  it('one email gets at most five invitations a day from one organization', async () => {
    const { as, organization } = await makeSeller(app.services)
    const email = `often-${unique()}@example.com`
    for (let i = 0; i < 5; i++) expect((await invite(as, organization.id, email)).status).toBe(200)
    expect((await invite(as, organization.id, email)).status).toBe(429)
  })
})

describe('ORG-051 changing members', () => {
  const team = async () => {
    const admin = await makeSeller(app.services)
    const user = await makeUser(app.services)
    await makeMember(app.services, admin.organization.id, user.id, 4)
    return {
      admin,
      user,
      as: await makeSession(app.services, user.id, admin.organization.id),
      clientId: admin.organization.id,
    }
  }
  const change = (as: string, clientId: number, userId: number, userRole: number) =>
    app.call(organizations.changeUserRole, { as, body: { clientId, userId, userRole } })
  const remove = (as: string, clientId: number, userId: number) =>
    app.call(organizations.removeUser, { as, body: { clientId, userId } })

  it('an Admin changes a role: the member signs in again and has it', async () => {
    const { admin, user, as, clientId } = await team()
    expect((await app.call(organizations.getStart, { as })).status).toBe(200)
    expect((await change(admin.as, clientId, user.id, 3)).status).toBe(200)
    expect((await app.call(organizations.getStart, { as })).status).toBe(401)
    const again = await app.call(accounts.login, { body: { email: user.email, password }, headers: visitor() })
    expect(decodeJwt(again.body.data ?? '')).toMatchObject({ clientId, roleId: 3 })
  })

  it('an Admin removes a member, who is out at once; sessions elsewhere go on', async () => {
    const { admin, user, as, clientId } = await team()
    const elsewhere = await makeSession(app.services, user.id, null)
    expect((await remove(admin.as, clientId, user.id)).status).toBe(200)
    expect((await app.call(organizations.getStart, { as })).status).toBe(401)
    expect((await app.call(organizations.getUserClients, { as: elsewhere })).body.data).toEqual([])
    expect((await remove(admin.as, clientId, user.id)).status).toBe(404)
  })

  it('an invitation is withdrawn or changed, with and without an account', async () => {
    const { admin, clientId } = await team()
    const known = await makeUser(app.services)
    for (const userEmail of [known.email, `new-${unique()}@example.com`]) {
      await app.call(organizations.addUserRole, { as: admin.as, body: { clientId, userEmail, userRole: 5 } })
      const id =
        (await app.call(organizations.clientUsers, { as: admin.as })).body.data?.find((m) => m.email === userEmail)
          ?.id ?? 0
      expect((await change(admin.as, clientId, id, 4)).status).toBe(200)
      expect(
        (await app.call(organizations.clientUsers, { as: admin.as })).body.data?.find((m) => m.id === id)?.roleId,
      ).toBe(4)
      expect((await remove(admin.as, clientId, id)).status).toBe(200)
      expect((await app.call(organizations.clientUsers, { as: admin.as })).body.data).toHaveLength(2)
    }
  })

  it('the last Admin stays, also when two go at once', async () => {
    const { admin, user, clientId } = await team()
    expect((await change(admin.as, clientId, admin.user.id, 4)).body.code).toBe('last_admin')
    expect((await remove(admin.as, clientId, admin.user.id)).body.code).toBe('last_admin')
    await change(admin.as, clientId, user.id, 2)
    const second = await makeSession(app.services, user.id, clientId)
    const answers = await Promise.all([remove(admin.as, clientId, admin.user.id), remove(second, clientId, user.id)])
    expect(answers.map((a) => a.status).sort()).toEqual([200, 409])
  })
})
