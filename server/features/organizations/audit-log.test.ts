import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as accounts from '#contract/accounts.ts'
import {
  allClients,
  allUsers,
  addUserRole,
  changeUserRole,
  clientUsers,
  endMemberSessions,
  getStart,
  listAuditEntries,
  removeUser,
  updateClient,
  withdrawInvitation,
} from '#contract/organizations/organizations.ts'
import { makeMember, makeProduct, makeSeller, makeSession, makeTemplate, makeUser } from '#seed/make.ts'
import { type TestApp, testApp } from '#server/testing/setup/app.ts'
import { makeListing } from '#server/testing/shop/listed.ts'

let app: TestApp
beforeAll(async () => {
  app = await testApp()
})
afterAll(() => app.stop())

const entries = async (as: string, query: object = {}) => {
  const { data } = (await app.call(listAuditEntries, { as, query })).body
  if (!data) throw new Error('no entries')
  return data
}

describe('the audit log', () => {
  it('tells every change of people and organization, with names', async () => {
    const {
      as,
      user,
      organization: { id: clientId, displayName },
    } = await makeSeller(app.services)
    const guest = await makeUser(app.services, { name: 'Kim' })
    const asGuest = await makeSession(app.services, guest.id, null)
    const second = await makeUser(app.services, { name: '' })
    const email = 'nobody-yet@example.com'
    await app.call(addUserRole, { as, body: { clientId, userEmail: guest.email, userRole: 4 } })
    await app.call(accounts.acceptRole, { as: asGuest, body: { clientId } })
    await app.call(addUserRole, { as, body: { clientId, userEmail: second.email, userRole: 5 } })
    await app.call(accounts.declineRole, { as: await makeSession(app.services, second.id, null), body: { clientId } })
    await app.call(changeUserRole, { as, body: { clientId, userId: guest.id, userRole: 3 } })
    await app.call(endMemberSessions, { as, body: { clientId, userId: guest.id } })
    await app.call(removeUser, { as, body: { clientId, userId: guest.id } })
    await app.call(addUserRole, { as, body: { clientId, userEmail: email, userRole: 5 } })
    const waiting = (await app.call(clientUsers, { as })).body.data?.find((m) => m.email === email)?.id ?? 0
    await app.call(withdrawInvitation, { as, params: { id: waiting } })
    await app.call(updateClient, { as, body: { clientId, displayName: 'New name', description: '' } })
    const { data, items } = await entries(as)
    expect(items).toBe(10)
    expect(data.map((e) => [e.userName, e.action, e.entity, e.entityName, e.old, e.new]).toReversed()).toEqual([
      [user.name, 'invite', 'member', guest.email, null, { email: guest.email, roleId: 4, status: 'pending' }],
      ['Kim', 'accept', 'member', 'Kim', { status: 'pending', roleId: 4 }, { status: 'accepted' }],
      [user.name, 'invite', 'member', second.email, null, { email: second.email, roleId: 5, status: 'pending' }],
      [second.email, 'decline', 'member', second.email, { status: 'pending', roleId: 5 }, null],
      [user.name, 'change role', 'member', 'Kim', { email: guest.email, roleId: 4 }, { roleId: 3 }],
      [user.name, 'end sessions', 'member', 'Kim', null, null],
      [user.name, 'remove', 'member', 'Kim', { email: guest.email, roleId: 3 }, null],
      [user.name, 'invite', 'member', email, null, { email, roleId: 5, status: 'pending' }],
      [user.name, 'withdraw invitation', 'member', email, { email, roleId: 5 }, null],
      [user.name, 'update', 'organization', 'New name', { displayName }, { displayName: 'New name' }],
    ])
  })

  it('calls a record by its name and leads to it; a listing by its product, and what is gone as it was called', async () => {
    const { as, ctx } = await makeSeller(app.services)
    const { id: templateId } = await makeTemplate(ctx)
    const { id: productId } = await makeProduct(ctx, templateId, { sku: 'NAMED-1', title: 'A shirt' })
    await makeListing(ctx, { productId, templateId, channel: 'shopify' })
    const listing = await ctx.db
      .selectFrom('listingProducts')
      .select('id')
      .where('organizationId', '=', ctx.organizationId)
      .executeTakeFirstOrThrow()
    const neighbour = await makeSeller(app.services)
    const theirs = await makeProduct(neighbour.ctx, (await makeTemplate(neighbour.ctx)).id, { sku: 'THEIRS-1' })
    const missingId = 9_000_000
    await ctx.db
      .insertInto('auditEntries')
      .values(
        [
          { entity: 'product', entityId: productId, old: null },
          { entity: 'listing', entityId: listing.id, old: null },
          { entity: 'product', entityId: missingId, old: JSON.stringify({ sku: 'OLD-1' }) },
          { entity: 'product', entityId: theirs.id, old: null },
        ].map((row) => ({
          ...row,
          organizationId: ctx.organizationId,
          userId: null,
          action: 'update',
          new: null,
          at: '2026-01-01T10:00:00Z',
        })),
      )
      .execute()
    const { data } = await entries(as, { entity: 'product,listing' })
    expect(
      data.map((e) => [e.entity, e.entityName, e.entityTitle, e.exists, e.channel, e.parentId]).toReversed(),
    ).toEqual([
      ['product', 'NAMED-1', 'A shirt', true, '', null],
      ['listing', 'NAMED-1', 'A shirt', true, 'shopify', productId],
      ['product', 'OLD-1', '', false, '', null],
      ['product', '', '', false, '', null],
    ])
  })

  it('pages, and filters by kind, person and time', async () => {
    const { as, ctx, user } = await makeSeller(app.services)
    const other = await makeUser(app.services)
    await makeMember(app.services, ctx.organizationId, other.id, 4)
    const product = await makeProduct(ctx, (await makeTemplate(ctx)).id, { sku: 'AUD-1' })
    const row = (entity: string, entityId: number, userId: number | null, at: string) => ({
      organizationId: ctx.organizationId,
      userId,
      entity,
      entityId,
      action: 'update',
      old: null,
      new: null,
      at,
    })
    await ctx.db
      .insertInto('auditEntries')
      .values([
        row('product', product.id, other.id, '2026-01-01T10:00:00Z'),
        row('member', other.id, user.id, '2026-01-02T10:00:00Z'),
        row('order', 7, null, '2026-01-03T10:00:00Z'),
        row('organization', 1, user.id, '2026-01-04T10:00:00Z'),
      ])
      .execute()
    const kinds = async (query: object) => (await entries(as, query)).data.map((e) => e.entity)
    expect(await kinds({})).toEqual(['organization', 'order', 'member', 'product'])
    expect(await kinds({ entity: 'member,organization' })).toEqual(['organization', 'member'])
    expect(await kinds({ userId: other.id })).toEqual(['product'])
    expect(await kinds({ entity: 'product', entityId: product.id })).toEqual(['product'])
    expect(await kinds({ from: '2026-01-02', to: '2026-01-04' })).toEqual(['order', 'member'])
    expect(await kinds({ from: '2026-01-02T10:00:00Z', to: '2026-01-03T10:00:00Z' })).toEqual(['member'])
    const page = await entries(as, { offset: 1, limit: 2 })
    expect([page.items, page.data.map((e) => [e.entity, e.entityName, e.userName])]).toEqual([
      4,
      [
        ['order', '', ''],
        ['member', 'Dana Reyes', 'Dana Reyes'],
      ],
    ])
    expect((await entries(as, { entity: 'product' })).data[0]?.entityName).toBe('AUD-1')
    expect((await app.call(listAuditEntries, { as, query: { from: 'yesterday' } })).status).toBe(400)
    const before = app.services.database.statements.count
    await entries(as, { userId: user.id })
    // The entries, what they are about, and how many there are.
    expect(app.services.database.statements.count - before).toBeLessThanOrEqual(3)
  })

  it.each([3, 4, 5])("is for Admins: role %i does not read it, and a neighbour's is not there", async (roleId) => {
    const { as } = await makeSeller(app.services, roleId)
    expect((await app.call(listAuditEntries, { as })).body.code).toBe('forbidden')
    expect((await entries((await makeSeller(app.services)).as)).items).toBe(0)
  })
})

describe("ending a member's sessions", () => {
  it('signs them out of this organization, at once, and nowhere else', async () => {
    const { as, organization } = await makeSeller(app.services)
    const member = await makeUser(app.services)
    await makeMember(app.services, organization.id, member.id, 4)
    const [here, elsewhere] = [
      await makeSession(app.services, member.id, organization.id),
      await makeSession(app.services, member.id, null),
    ]
    expect((await app.call(getStart, { as: here })).status).toBe(200)
    expect(
      (await app.call(endMemberSessions, { as, body: { clientId: organization.id, userId: member.id } })).status,
    ).toBe(200)
    expect((await app.call(getStart, { as: here })).status).toBe(401)
    expect((await app.call(accounts.getUser, { as: elsewhere })).status).toBe(200)
    const stranger = await makeUser(app.services)
    expect(
      (await app.call(endMemberSessions, { as, body: { clientId: organization.id, userId: stranger.id } })).status,
    ).toBe(404)
  })
})

describe('ORG-083..ORG-085 running the installation', () => {
  it('lists every organization and every user, paged and searched, also before one is selected', async () => {
    const { organization, user } = await makeSeller(app.services)
    const chief = await makeUser(app.services, { isSuper: true, email: `chief-${organization.id}@example.com` })
    const as = await makeSession(app.services, chief.id, null)
    const clients = (await app.call(allClients, { as, query: { search: organization.displayName.toUpperCase() } })).body
      .data
    expect(clients).toEqual({
      items: 1,
      data: [
        {
          id: organization.id,
          name: organization.name,
          displayName: organization.displayName,
          members: 1,
          products: 0,
          orders: 0,
          requireTwoFactor: false,
          createdAt: expect.any(String),
        },
      ],
    })
    const users = (await app.call(allUsers, { as, query: { search: user.email } })).body.data
    expect(users).toEqual({
      items: 1,
      data: [
        {
          id: user.id,
          email: user.email,
          name: user.name,
          emailConfirmed: true,
          isSuper: false,
          twoFactor: false,
          organizations: 1,
          createdAt: expect.any(String),
        },
      ],
    })
    const all = (await app.call(allUsers, { as })).body.data
    const second = (await app.call(allUsers, { as, query: { offset: 1, limit: 1 } })).body.data
    expect([second?.items, second?.data.map((u) => u.id)]).toEqual([all?.items, [all?.data[1]?.id]])
    expect((await app.call(allUsers, { as, query: { search: '%' } })).body.data?.items).toBe(0)
  })

  it('nobody else may, not even an Admin', async () => {
    const { as } = await makeSeller(app.services, 2)
    for (const endpoint of [allClients, allUsers]) expect((await app.call(endpoint, { as })).status).toBe(403)
  })
})
