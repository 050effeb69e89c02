import { decodeJwt } from 'jose'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import * as accounts from '#contract/accounts.ts'
import { createOrder } from '#contract/orders/create.ts'
import { getOrder } from '#contract/orders/orders.ts'
import * as organizations from '#contract/organizations/organizations.ts'
import { dayIn } from '#domain/analytics/days.ts'
import {
  makeMember,
  makeOrganization,
  makeProduct,
  makeSeller,
  makeSession,
  makeTemplate,
  makeUser,
} from '#seed/make.ts'
import { makeListing } from '#server/testing/shop/listed.ts'
import { organizationsApp, unique } from '#server/testing/shop/organizations.ts'
import { wasListed } from './queries.ts'

const { app, superAdmin } = organizationsApp()

describe('creating an organization', () => {
  it('ORG-005..ORG-008, ORG-095, ORG-066, ORG-069, ORG-089 answers it, its creator is its Admin and logs into it', async () => {
    const user = await makeUser(app().services)
    const as = await makeSession(app().services, user.id, null)
    const name = `Shop${unique()}`
    const made = await app().call(organizations.createClient, {
      as,
      body: { name, displayName: 'North & Light', description: 'Cameras' },
    })
    expect(made.body.data).toEqual({
      id: expect.any(Number),
      name,
      displayName: 'North & Light',
      description: 'Cameras',
      requireTwoFactor: false,
      currency: 'USD',
      timeZone: 'UTC',
      figuresIn: null,
      ratesWait: false,
    })
    const chosen = await app().call(organizations.clientLogin, { as, body: { clientLoginId: made.body.data?.id ?? 0 } })
    expect(decodeJwt(chosen.body.data ?? '')).toMatchObject({ clientId: made.body.data?.id, roleId: 2 })
    const inside = `jwt=${chosen.body.data}`
    expect((await app().call(organizations.clientUsers, { as: inside })).body.data).toEqual([
      { id: user.id, email: user.email, name: 'Dana Reyes', image: '', roleId: 2, status: 'active' },
    ])
    expect((await app().call(organizations.getStart, { as: inside })).body.data).toEqual({
      currency: 'USD',
      templates: 0,
      products: 0,
      connectedChannels: 0,
      liveListings: 0,
      listedOnce: false,
      orders: 0,
      openOrders: 0,
      oversoldOrders: 0,
      lateOrders: 0,
      dueTodayOrders: 0,
      packableOrders: 0,
      unknownOrders: 0,
      waitingProposals: 0,
      heldChannels: 0,
      failedListings: 0,
      outOfStep: { notKept: 0, pending: 0, held: 0, tooMany: 0 },
      today: dayIn('UTC', app().services.clock.now()),
      firstStepsHidden: false,
    })
  })

  it('ORG-069 a name in use answers 409, also when two ask at once', async () => {
    const as = await makeSession(app().services, (await makeUser(app().services)).id, null)
    const name = `Shop${unique()}`
    const answers = await Promise.all(
      [name, name.toUpperCase()].map((n) =>
        app().call(organizations.createClient, { as, body: { name: n, displayName: 'Shop', description: '' } }),
      ),
    )
    expect(answers.map((a) => a.status).sort()).toEqual([200, 409])
    expect(answers.find((a) => a.status === 409)?.body.message).toBe('An organization with this name already exists.')
  })

  it('ORG-006 takes letters and digits only; ORG-065 needs a display name', async () => {
    const as = await makeSession(app().services, (await makeUser(app().services)).id, null)
    for (const body of [
      { name: 'A b', displayName: 'A b' },
      { name: 'Ab-', displayName: 'Ab' },
      { name: '', displayName: 'Ab' },
      { name: 'Ab', displayName: ' ' },
    ]) {
      expect((await app().call(organizations.createClient, { as, body })).status).toBe(400)
    }
  })

  it('needs a confirmed email', async () => {
    const as = await makeSession(app().services, (await makeUser(app().services, { confirmed: false })).id, null)
    const answer = await app().call(organizations.createClient, {
      as,
      body: { name: `Shop${unique()}`, displayName: 'Shop' },
    })
    expect([answer.status, answer.body.code]).toEqual([403, 'email_unconfirmed'])
  })
})

describe('belonging', () => {
  it('ORG-001, ORG-002, ORG-086 one user has a role in each of several organizations', async () => {
    const user = await makeUser(app().services)
    const [first, two] = [
      await makeOrganization(app().services, { displayName: `A ${unique()}` }),
      await makeOrganization(app().services, { displayName: `B ${unique()}` }),
    ]
    await makeMember(app().services, first.id, user.id, 2)
    await makeMember(app().services, two.id, user.id, 5)
    const as = await makeSession(app().services, user.id, null)
    expect((await app().call(organizations.getUserClients, { as })).body.data).toEqual([
      { id: first.id, displayName: first.displayName },
      { id: two.id, displayName: two.displayName },
    ])
    const roles = (await app().call(accounts.userRoles, { as, query: { userId: user.id } })).body.data
    expect(roles?.map((r) => [r.clientId, r.roleId, r.status, r.displayName])).toEqual([
      [first.id, 2, 'accepted', first.displayName],
      [two.id, 5, 'accepted', two.displayName],
    ])
  })

  it('ORG-031 a super-admin may choose every organization', async () => {
    const { organization } = await makeSeller(app().services)
    const as = await superAdmin(null)
    expect((await app().call(organizations.getUserClients, { as })).body.data?.map((o) => o.id)).toContain(
      organization.id,
    )
    const chosen = await app().call(organizations.clientLogin, { as, body: { clientLoginId: organization.id } })
    expect(decodeJwt(chosen.body.data ?? '')).toMatchObject({ clientId: organization.id, roleId: 1 })
    expect(
      (
        await app().call(organizations.clientLogin, {
          as: `jwt=${chosen.body.data}`,
          body: { clientLoginId: 999_999_999 },
        })
      ).status,
    ).toBe(403)
  })

  it("ORG-003, ORG-004, ORG-090, ORG-091 the session names the organization; a neighbour's is not there", async () => {
    const [mine, other] = [await makeSeller(app().services), await makeSeller(app().services)]
    const { id, name, displayName } = mine.organization
    const settings = { currency: 'USD', timeZone: 'UTC', figuresIn: null, ratesWait: false }
    const own = { id, name, displayName, description: '', requireTwoFactor: false, ...settings }
    for (const query of [{}, { clientId: id }, { clientName: name }])
      expect((await app().call(organizations.getClient, { as: mine.as, query })).body.data).toEqual(own)
    for (const query of [{ clientId: other.organization.id }, { clientName: other.organization.name }]) {
      expect((await app().call(organizations.getClient, { as: mine.as, query })).status).toBe(404)
      expect((await app().call(organizations.getClient, { as: await superAdmin(id), query })).body.data?.id).toBe(
        other.organization.id,
      )
    }
    const change = { clientId: other.organization.id, displayName: 'Mine now', description: '' }
    expect((await app().call(organizations.updateClient, { as: mine.as, body: change })).status).toBe(404)
    expect(
      (
        await app().call(organizations.addUserRole, {
          as: mine.as,
          body: { clientId: other.organization.id, userEmail: mine.user.email, userRole: 2 },
        })
      ).status,
    ).toBe(404)
    expect((await app().call(organizations.clientUsers, { as: mine.as })).body.data?.map((m) => m.id)).toEqual([
      mine.user.id,
    ])
  })

  it('without an organization there is none to see', async () => {
    const as = await makeSession(app().services, (await makeUser(app().services)).id, null)
    const answer = await app().call(organizations.clientUsers, { as })
    expect([answer.status, answer.body.code]).toEqual([403, 'no_organization'])
  })
})

describe('the organization page', () => {
  it('ORG-042..ORG-044, ORG-094 its display name and description change, its name never; who did it is kept', async () => {
    const { as, organization, user } = await makeSeller(app().services)
    const saved = await app().call(organizations.updateClient, {
      as,
      body: { clientId: organization.id, displayName: 'New name', description: 'More' },
    })
    expect(saved.body.data).toEqual({
      id: organization.id,
      name: organization.name,
      displayName: 'New name',
      description: 'More',
      requireTwoFactor: false,
      currency: 'USD',
      timeZone: 'UTC',
      figuresIn: null,
      ratesWait: false,
    })
    const entries = await app()
      .services.database.system.selectFrom('auditEntries')
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

  it('prices, and orders that are written by hand, are in the currency that it chose', async () => {
    const { as, organization, ctx } = await makeSeller(app().services)
    const start = async () => (await app().call(organizations.getStart, { as })).body.data?.currency
    expect(await start()).toBe('USD')
    const body = { clientId: organization.id, displayName: 'In euros', currency: 'EUR' }
    await app().call(organizations.updateClient, { as, body })
    expect(await start()).toBe('EUR')
    const { sku } = await makeProduct(ctx, (await makeTemplate(ctx)).id, { quantity: 1 })
    const order = { source: 'Fair', items: [{ sku, quantity: 1, price: 5 }] }
    const { body: made } = await app().call(createOrder, { as, body: { order } })
    const read = await app().call(getOrder, { query: { orderId: made.data?.id ?? 0 }, as })
    expect(read.body.data?.order.currency).toBe('EUR')
  })

  it.each([3, 4, 5])(
    'ORG-077, ORG-082 role %i may see members, but neither change the organization nor invite',
    async (roleId) => {
      const { as, organization } = await makeSeller(app().services, roleId)
      expect((await app().call(organizations.clientUsers, { as })).status).toBe(200)
      const refused = [
        await app().call(organizations.updateClient, { as, body: { clientId: organization.id, displayName: 'X' } }),
        await app().call(organizations.addUserRole, {
          as,
          body: { clientId: organization.id, userEmail: 'a@b.co', userRole: 2 },
        }),
      ]
      for (const answer of refused) expect([answer.status, answer.body.code]).toEqual([403, 'forbidden'])
    },
  )

  it('counts for the start page, in one statement', async () => {
    const { as, ctx } = await makeSeller(app().services)
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
        { ...order, externalOrderId: 'b', number: 'b', state: 'open', shipBy: order.orderDate },
        {
          ...order,
          externalOrderId: 'c',
          number: 'c',
          state: 'shipped',
          shipping: 'shipped',
          oversold: true,
          shipBy: order.orderDate,
        },
      ])
      .execute()
    await app().call(organizations.getStart, { as })
    const before = app().services.database.statements.count
    const answer = await app().call(organizations.getStart, { as })
    expect(app().services.database.statements.count - before).toBe(1)
    expect(answer.body.data).toEqual({
      currency: 'USD',
      templates: 1,
      products: 2,
      connectedChannels: 0,
      liveListings: 0,
      listedOnce: false,
      orders: 3,
      openOrders: 2,
      oversoldOrders: 1,
      lateOrders: 1,
      dueTodayOrders: 0,
      packableOrders: 1,
      unknownOrders: 0,
      waitingProposals: 0,
      heldChannels: 0,
      failedListings: 0,
      outOfStep: { notKept: 0, pending: 0, held: 0, tooMany: 0 },
      today: dayIn('UTC', app().services.clock.now()),
      firstStepsHidden: false,
    })
  })

  it('remembers on the start page that something was listed, also when it was sold out and ended', async () => {
    const { as, ctx } = await makeSeller(app().services)
    const listed = async () => {
      const { data } = (await app().call(organizations.getStart, { as })).body
      return [data?.liveListings, data?.listedOnce]
    }
    const template = await makeTemplate(ctx)
    const product = await makeProduct(ctx, template.id)
    await makeListing(ctx, { productId: product.id, templateId: template.id }, { status: 'draft' })
    expect(await listed()).toEqual([0, false])
    const change = (to: { status: 'listed' | 'unlisted'; externalId: string; listedAt: Date }) =>
      ctx.db.updateTable('listingProducts').set(to).where('organizationId', '=', ctx.organizationId).execute()
    await change({ status: 'listed', externalId: 'e-1', listedAt: new Date() })
    expect(await listed()).toEqual([1, true])
    await change({ status: 'unlisted', externalId: '', listedAt: new Date() })
    expect(await listed()).toEqual([0, true])
  })

  it('looks through no drafts for it', async () => {
    const { ctx } = await makeSeller(app().services)
    const template = await makeTemplate(ctx)
    const product = await makeProduct(ctx, template.id)
    await makeListing(ctx, { productId: product.id, templateId: template.id }, { status: 'draft' })
    const { rows } = await sql<{ plan: string }>`
      explain select ${wasListed(sql`l.organization_id = ${ctx.organizationId}`)}`.execute(ctx.db.withoutPlugins())
    const plan = rows.map((row) => Object.values(row)[0]).join('\n')
    expect(plan).toContain('using listing_products_listed_once')
    // A filter would be asked of each draft.
    expect(plan).not.toContain('listed_at')
  })
})
