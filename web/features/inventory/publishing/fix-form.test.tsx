// @vitest-environment jsdom
import { afterEach, describe, expect, it } from 'vitest'
import { updateProducts } from '#contract/changes/changes.ts'
import { listProducts } from '#contract/products/products.ts'
import { getTemplate } from '#contract/templates.ts'
import { aTemplate, type Template } from '#web/testing/listings.ts'
import { aProductRow } from '#web/testing/products.ts'
import { answer, away, press, says, show, theOne, type, until, valueOf as valueIn } from '#web/testing/screen.tsx'
import { changeOf, objectionTo, suggestionOf, valueOf } from './fix-values.ts'
import { GroupProducts } from './group-products.tsx'
import type { Run } from './words.ts'

import * as contract from '#contract/publishing.ts'

const mount: Template['attributes'][number] = {
  id: 1,
  name: 'Mount',
  type: 'text',
  constraint: 'optional',
  defaultValue: '',
  options: ['Pentax K', 'M42'],
  index: 0,
}

afterEach(away)

const group = (more: Partial<Run['groups'][number]> = {}): Run['groups'][number] => ({
  cause: 'title_too_long',
  title: 'Title is too long',
  name: 'Title',
  accounts: [],
  templates: [],
  edits: 'title',
  fixes: 'title',
  most: 10,
  remedies: ['edit'],
  products: 2,
  listings: 2,
  examples: [],
  ...more,
})
const run = (state: Run['state'] = 'ready'): Run => ({
  id: 5,
  state,
  products: 2,
  total: 2,
  userName: 'Ana',
  createdAt: '2026-11-23T10:00:00.000Z',
  finishedAt: null,
  accounts: [],
  groups: [],
  moreGroups: false,
})
const rows = [
  aProductRow({ id: 11, sku: 'MUG-11', title: 'A mug that is long', version: 3 }),
  aProductRow({ id: 12, sku: 'MUG-12', title: 'Another long mug', version: 4 }),
]
const answers = (more: Parameters<typeof show>[1] = {}) => [
  answer(contract.listPublishProducts, { ids: [11, 12], capped: false, skus: ['MUG-11', 'MUG-12'] }),
  answer(listProducts, { data: rows, items: 2 }),
  ...(more.answers ?? []),
]

describe('the products of a problem', () => {
  it('are each shortened in their row, where the character count and the limit are; only what fits is saved, with the version that was shown', async () => {
    const screen = show(<GroupProducts run={run()} group={group()} />, {
      answers: answers({
        answers: [
          answer(updateProducts, { changeSetId: 7, saved: [{ id: 11, version: 4 }], failed: [] }),
          answer(contract.recheckPublishing, run('checking')),
        ],
      }),
    })
    await says('18 / 10')
    await type('Title of MUG-11', 'A mug')
    await says('5 / 10')
    await type('Title of MUG-12', 'Still too long')
    await says('Use up to 10 characters. You have 14.')
    await press('button', 'Save 2 values')
    await until(() => screen.sent(updateProducts).length === 1)
    expect(screen.sent(updateProducts)).toEqual([{ products: [{ id: 11, version: 3, title: 'A mug' }] }])
    await says('1 product saved.')
    // What could not be saved is still there.
    expect(await valueIn('Title of MUG-12')).toBe('Still too long')
    await press('button', 'Check this product again')
    await until(() => screen.requests.includes('POST /publishing/5/check'))
    expect(screen.sent(contract.recheckPublishing)).toEqual([{ productIds: [11], publish: false }])
  })

  it('that somebody else changed keep what was typed and say so; of a run that is done those that are fixed are published again', async () => {
    let failing = true
    const screen = show(<GroupProducts run={run('done')} group={group({ most: null })} />, {
      answers: answers({
        answers: [
          answer(updateProducts, () =>
            failing
              ? { changeSetId: null, saved: [], failed: [{ id: 11, code: 'edit_conflict', message: 'x', fields: {} }] }
              : { changeSetId: 8, saved: [{ id: 11, version: 5 }], failed: [] },
          ),
          answer(contract.recheckPublishing, run('running')),
        ],
      }),
    })
    await type('Title of MUG-11', 'A mug')
    await press('button', 'Save 1 value')
    await says('Someone else changed this product. Your value is still here. Check it and save again.')
    expect(await valueIn('Title of MUG-11')).toBe('A mug')
    failing = false
    await press('button', 'Save 1 value')
    await press('button', 'Publish this product again')
    await until(() => screen.sent(contract.recheckPublishing).length === 1)
    expect(screen.sent(contract.recheckPublishing)).toEqual([{ productIds: [11], publish: true }])
  })

  it('get one value for all, or one that their titles suggest; a refused value says why at its field', async () => {
    const lenses = [
      aProductRow({ id: 11, sku: 'LNS-11', title: 'Lens, Pentax K Mount', templateId: 7, attributes: [] }),
      aProductRow({ id: 12, sku: 'LNS-12', title: 'Lens', templateId: 7, attributes: [] }),
    ]
    const screen = show(
      <GroupProducts
        run={run()}
        group={group({ name: 'Mount', edits: 'attr.Mount', fixes: 'attr.Mount', most: null })}
      />,
      {
        answers: [
          answer(contract.listPublishProducts, { ids: [11, 12], capped: false, skus: ['LNS-11', 'LNS-12'] }),
          answer(listProducts, { data: lenses, items: 2 }),
          answer(getTemplate, aTemplate({ id: 7, attributes: [mount] })),
          answer(updateProducts, {
            changeSetId: null,
            saved: [],
            failed: [{ id: 12, code: 'invalid_input', message: 'x', fields: { attributes: 'Choose another mount.' } }],
          }),
        ],
      },
    )
    await press('button', 'Use Pentax K for LNS-11')
    expect(await valueIn('Mount of LNS-11')).toBe('Pentax K')
    await type('One Mount for all 2', 'M42')
    await press('button', 'Fill 2')
    expect(await valueIn('Mount of LNS-12')).toBe('M42')
    await press('button', 'Save 2 values')
    await says('Choose another mount.')
    expect(screen.sent(updateProducts)[0]).toMatchObject({
      products: [{ id: 11, attributes: [{ name: 'Mount', value: 'M42', source: 'user' }] }, { id: 12 }],
    })
  })

  it('that no value fixes lead to where each is fixed, and to all of them in the inventory', async () => {
    show(<GroupProducts run={run()} group={group({ fixes: null, accounts: [] })} />, { answers: answers() })
    expect((await theOne('link', 'MUG-11')).getAttribute('href')).toContain('/product/11/publish')
    expect((await theOne('link', 'Open these 2 products in Inventory')).getAttribute('href')).toContain('MUG-12')
  })
})

describe('a value of a fix', () => {
  const [row] = rows
  if (!row) throw new Error('there is a product')
  it('is read and written where the product has it, whatever the attribute’s capitals', () => {
    const attributes = [
      { templateAttributeId: 1, name: 'mount', value: 'M42', overrideDynamicMapping: false, source: 'ai' as const },
    ]
    const lens = { ...row, attributes, price: 12.5 }
    expect([valueOf(lens, 'attr.Mount'), valueOf(lens, 'price'), valueOf(lens, 'attr.Color')]).toEqual([
      'M42',
      '12.5',
      '',
    ])
    expect(changeOf(lens, 'attr.Mount', 'K')).toEqual({
      id: 11,
      version: 3,
      attributes: [{ ...attributes[0], value: 'K', source: 'user' }],
    })
    expect(changeOf(lens, 'price', '13')).toEqual({ id: 11, version: 3, price: '13' })
  })
  it('is suggested where the title holds exactly one', () => {
    expect(suggestionOf({ ...row, title: 'Pentax K Mount' }, ['Pentax K', 'M42'])).toBe('Pentax K')
    expect(suggestionOf({ ...row, title: 'From M42 to Pentax K' }, ['Pentax K', 'M42'])).toBeUndefined()
  })
  it('has its limit of characters', () => {
    expect(objectionTo('four', 4)).toBeUndefined()
    expect(objectionTo('fives', 4)).toBe('Use up to 4 characters. You have 5.')
    expect(objectionTo('any length', null)).toBeUndefined()
  })
})
