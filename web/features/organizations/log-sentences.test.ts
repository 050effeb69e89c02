import { describe, expect, it } from 'vitest'
import { toIntegrations, toOrder, toProduct, toPublish, toTemplate, toTemplateListing } from '#web/addresses.ts'
import { actorOf, changesOf, type Entry, sentenceOf, subjectOf } from './log-sentences.ts'

const entry = (change: Partial<Entry>): Entry => ({
  userName: 'Dana',
  entity: 'member',
  entityId: 7,
  entityName: 'kim@example.com',
  entityTitle: '',
  exists: true,
  channel: '',
  parentId: null,
  action: 'invite',
  old: null,
  new: null,
  ...change,
})

describe('an entry of the audit log as a sentence', () => {
  it('says who was invited, and by which role', () => {
    expect(sentenceOf(entry({ new: { email: 'kim@example.com', roleId: 4, status: 'pending' } }))).toBe(
      'invited kim@example.com as Employee',
    )
  })
  it('says from which role to which', () => {
    expect(sentenceOf(entry({ action: 'change role', old: { roleId: 5 }, new: { roleId: 3 } }))).toBe(
      'changed the role of kim@example.com from Guest to Manager',
    )
  })
  it('names a product by its SKU, and by its number when it has none any more', () => {
    expect(sentenceOf(entry({ entity: 'product', entityName: 'OB-1001', action: 'delete' }))).toBe(
      'deleted product OB-1001',
    )
    expect(
      subjectOf(
        entry({ entity: 'product', entityName: 'OB-1001', entityTitle: 'A shirt', exists: true, action: 'update' }),
      ),
    ).toEqual({ verb: 'changed', thing: 'product', name: 'A shirt (OB-1001)', link: toProduct(7), isDeleted: false })
  })
  it('DESIGN 2: says whose stock is shared otherwise', () => {
    expect(sentenceOf(entry({ entity: 'organization', entityName: 'Northlight', action: 'sharing' }))).toBe(
      'changed the stock sharing of organization Northlight',
    )
  })
  it('says what was done in words that fit it', () => {
    expect(sentenceOf(entry({ entity: 'order', entityName: 'FAIR-7', action: 'created' }))).toBe('created order FAIR-7')
    expect(sentenceOf(entry({ entity: 'integration', entityName: 'ebay', channel: 'ebay', action: 'created' }))).toBe(
      'set up the integration eBay',
    )
    expect(
      sentenceOf(entry({ entity: 'listing', entityName: 'OB-1', channel: 'ebay', parentId: 3, action: 'drift' })),
    ).toBe('resolved a quantity change of listing OB-1 on eBay')
  })
  it.each([
    ['order', { entityName: 'FAIR-7' }, 'FAIR-7', toOrder(7)],
    ['template', { entityName: 'Shirts' }, 'Shirts', toTemplate(7)],
    ['integration', { entityName: 'ebay', channel: 'ebay' }, 'eBay', toIntegrations('ebay')],
    [
      'listing',
      { entityName: 'OB-1', entityTitle: 'A shirt', channel: 'shopify', parentId: 3 },
      'A shirt (OB-1) on Shopify',
      toPublish(3, 'shopify'),
    ],
    [
      'listing_template',
      { entityName: 'Shirts', channel: 'ebay', parentId: 4 },
      'Shirts on eBay',
      toTemplateListing(4, 'ebay'),
    ],
  ] as const)('leads to the %s by its name', (entity, more, name, link) => {
    expect(subjectOf(entry({ entity, action: 'saved', ...more }))).toMatchObject({ name, link, isDeleted: false })
  })
  it.each(['listing', 'listing_template'])('a %s whose product or template is unknown has no link', (entity) => {
    expect(subjectOf(entry({ entity, action: 'saved', channel: 'ebay', parentId: null }))?.link).toBeUndefined()
  })
  it('says of what is gone that it is, without a link; the entry that deleted it needs no such word', () => {
    const deleted = { entity: 'product', entityName: 'OB-1', exists: false }
    expect(subjectOf(entry({ ...deleted, action: 'update' }))).toEqual({
      verb: 'changed',
      thing: 'product',
      name: 'OB-1',
      isDeleted: true,
    })
    expect(subjectOf(entry({ ...deleted, action: 'delete' }))).toMatchObject({ isDeleted: false })
    expect(subjectOf(entry({ ...deleted, entityName: '', action: 'update' }))).toMatchObject({ name: 'without a name' })
  })
  it('keeps the words of an action that has no sentence', () => {
    expect(sentenceOf(entry({ entity: 'stock_count', entityName: 'May', action: 'closed' }))).toBe(
      'closed stock count May',
    )
  })
})

describe('the changed fields', () => {
  it('stand before and after, in words', () => {
    expect(
      changesOf(
        entry({
          entity: 'organization',
          action: 'update',
          old: { displayName: 'A', requireTwoFactor: false },
          new: { displayName: 'B', requireTwoFactor: true },
        }),
      ),
    ).toEqual([
      { field: 'Display name', from: 'A', to: 'B' },
      { field: 'Require two-factor authentication', from: 'no', to: 'yes' },
    ])
  })
  it('leave out what is new and empty', () => {
    expect(changesOf(entry({ entity: 'product', action: 'create', new: { sku: 'A', title: '' } }))).toEqual([
      { field: 'SKU', to: 'A' },
    ])
  })
  it('tell an empty value, and cut a long one', () => {
    const [description, title] = changesOf(
      entry({
        entity: 'product',
        action: 'update',
        old: { description: '', title: 'x'.repeat(81) },
        new: { description: 'New', title: 'y' },
      }),
    )
    expect(description).toEqual({ field: 'Description', from: 'empty', to: 'New' })
    expect(title).toEqual({ field: 'Title', from: `${'x'.repeat(80)}…`, to: 'y' })
  })
})

describe('who an entry of the audit log names', () => {
  it.each([
    ['person', 'Dana', 1, '', { name: 'Dana', token: '' }],
    ['person', '', 1, '', { name: 'Someone', token: '' }],
    ['job', '', null, '', { name: 'Motto', token: '' }],
    ['token', 'Dana', 1, 'ERP', { name: 'Dana', token: 'with the API token ERP' }],
    ['agent', 'Dana', 1, 'Helper', { name: 'Dana', token: 'with the API token Helper (AI agent)' }],
    ['agent', '', null, 'Helper', { name: 'API token Helper (AI agent)', token: '' }],
  ])('a %s of "%s"', (actor, userName, userId, tokenName, who) =>
    expect(actorOf({ actor, userName, userId, tokenName })).toEqual(who),
  )
})
