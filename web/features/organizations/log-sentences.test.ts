import { describe, expect, it } from 'vitest'
import { changesOf, type Entry, sentenceOf } from './log-sentences.ts'

const entry = (change: Partial<Entry>): Entry => ({
  userName: 'Dana',
  entity: 'member',
  entityId: 7,
  entityName: 'kim@example.com',
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
    expect(sentenceOf(entry({ entity: 'listing', entityId: 12, entityName: '', action: 'saved' }))).toBe(
      'saved listing #12',
    )
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
      { field: 'Require two-factor sign-in', from: 'no', to: 'yes' },
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
