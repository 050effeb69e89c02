import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listAuditEntries } from '#contract/organizations/organizations.ts'
import {
  type NewOperator,
  createOperator,
  deleteOperator,
  listOperators,
  updateOperator,
} from '#contract/safety/operators.ts'
import { addAttributes } from '#contract/templates.ts'
import { makeMember, makeSeller, makeSession, makeTemplate, makeUser } from '#seed/make.ts'
import { type TestApp, testApp } from '../../testing/setup/app.ts'
import { operatorInput } from '../../testing/operators.ts'

let app: TestApp
let seller: Awaited<ReturnType<typeof makeSeller>>

beforeAll(async () => {
  app = await testApp()
  seller = await makeSeller(app.services)
})
afterAll(() => app.stop())

const create = (more: Partial<NewOperator>, as = seller.as) =>
  app.call(createOperator, { body: operatorInput(more), as })
async function created(more: Partial<NewOperator>) {
  const { body } = await create(more)
  if (!body.data) throw new Error(JSON.stringify(body))
  return body.data
}
const names = async (as = seller.as) =>
  (await app.call(listOperators, { as })).body.data?.map(({ role, name }) => `${role} ${name}`)

describe('operators', () => {
  it('are listed by role and name, and are seen by their organization alone', async () => {
    await created({ name: 'Zeta' })
    await created({ name: 'Alpha' })
    await created({ name: 'Alpha', role: 'responsible_person' })
    expect(await names()).toEqual(['manufacturer Alpha', 'manufacturer Zeta', 'responsible_person Alpha'])
    const neighbour = await makeSeller(app.services)
    expect(await names(neighbour.as)).toEqual([])
    expect((await create({ name: 'Alpha' }, neighbour.as)).status).toBe(200)
  })

  it('a second operator with the same name and role is refused at its name, whatever its capitals', async () => {
    await created({ name: 'Twice' })
    const { status, body } = await create({ name: 'TWICE' })
    expect([status, body.code, body.fields]).toEqual([
      409,
      'operator_taken',
      { name: 'An operator with this name and role already exists.' },
    ])
  })

  it('an operator needs an email or a web address, and a responsible person an address in the EU or Northern Ireland', async () => {
    const fieldsOf = async (more: Partial<NewOperator>) => Object.keys((await create(more)).body.fields ?? {})
    expect(await fieldsOf({ name: 'Silent', email: '' })).toEqual(['email'])
    expect(await fieldsOf({ name: 'Web', email: '', contactUrl: 'https://ours.example/safety' })).toEqual([])
    expect(await fieldsOf({ name: 'US', role: 'responsible_person', country: 'US' })).toEqual(['country'])
    expect(await fieldsOf({ name: 'GB', role: 'responsible_person', country: 'GB', postalCode: 'SW1A 1AA' })).toEqual([
      'country',
    ])
    expect(await fieldsOf({ name: 'NI', role: 'responsible_person', country: 'GB', postalCode: 'BT1 5GS' })).toEqual([])
  })

  it('changing an operator is refused where somebody else changed it since it was read', async () => {
    const { id, updatedAt } = await created({ name: 'Raced' })
    const change = (city: string, seen: string) =>
      app.call(updateOperator, {
        params: { id },
        body: { operator: operatorInput({ name: 'Raced', city }), updatedAt: seen },
        as: seller.as,
      })
    expect((await change('Ulm', new Date(0).toISOString())).body.code).toBe('edit_conflict')
    expect((await change('Bonn', updatedAt)).body.data?.city).toBe('Bonn')
  })

  it('an operator that a template or a product names is neither deleted nor renamed', async () => {
    const { id, updatedAt } = await created({ name: 'Named' })
    const { id: templateId } = await makeTemplate(seller.ctx)
    const attributes = [{ name: 'manufacturer', defaultValue: 'named' }]
    await app.call(addAttributes, { body: { templateId, attributes }, as: seller.as })
    expect((await app.call(deleteOperator, { params: { id }, as: seller.as })).body.code).toBe('operator_in_use')
    const change = (more: Partial<NewOperator>) =>
      app.call(updateOperator, {
        params: { id },
        body: { operator: operatorInput({ name: 'Named', ...more }), updatedAt },
        as: seller.as,
      })
    expect((await change({ name: 'Renamed' })).body.code).toBe('operator_in_use')
    expect((await change({ city: 'Bonn' })).body.data?.city).toBe('Bonn')
  })

  it('a guest may see operators and change none', async () => {
    const user = await makeUser(app.services)
    await makeMember(app.services, seller.organization.id, user.id, 5)
    const as = await makeSession(app.services, user.id, seller.organization.id)
    expect((await app.call(listOperators, { as })).status).toBe(200)
    expect((await create({ name: 'By a guest' }, as)).status).toBe(403)
  })

  it('every change of an operator is in the audit log, under its name', async () => {
    const { id, updatedAt } = await created({ name: 'Logged' })
    const operator = operatorInput({ name: 'Logged', city: 'Bonn' })
    await app.call(updateOperator, { params: { id }, body: { operator, updatedAt }, as: seller.as })
    await app.call(deleteOperator, { params: { id }, as: seller.as })
    const { body } = await app.call(listAuditEntries, { query: { entity: 'operator', entityId: id }, as: seller.as })
    const entries = body.data?.data ?? []
    expect(entries.map(({ action, entityName }) => `${action} ${entityName}`)).toEqual([
      'delete Logged',
      'update Logged',
      'create Logged',
    ])
    expect(entries[1]).toMatchObject({ old: { city: 'Kiel' }, new: { city: 'Bonn' } })
  })
})
