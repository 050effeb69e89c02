import { describe, expect, it } from 'vitest'
import { bigcommerce } from '#contract/channels/bigcommerce.ts'
import type { AskedTree, Field } from '#contract/channels/describe.ts'
import { ebay } from '#contract/channels/ebay.ts'
import { square } from '#contract/channels/square.ts'
import { leavesOf, nodeAt, searchLeaves, treeOf } from './categories.ts'

interface EbayNode {
  category: { categoryId: string; categoryName: string }
  childCategoryTreeNodes: EbayNode[]
}
const node = (categoryId: string, categoryName: string, childCategoryTreeNodes: EbayNode[] = []): EbayNode => ({
  category: { categoryId, categoryName },
  childCategoryTreeNodes,
})
const shapeIn = (fields: readonly Field[]): AskedTree => {
  const tree = fields.find(({ kind }) => kind === 'category')?.tree
  if (!tree) throw new Error('it has no categories')
  return tree
}
const root = treeOf(
  {
    categoryTreeVersion: '129',
    rootCategoryNode: node('0', 'Root', [
      node('1', 'Clothing', [
        node('11', 'Shirts', [node('15687', 'T-Shirts'), node('185100', 'Casual Button-Down Shirts')]),
      ]),
      node('2', 'Books'),
    ]),
  },
  shapeIn(ebay.fields),
)

describe('a category tree', () => {
  it('gives its leaves with the way to them', () => {
    expect(leavesOf(root)).toEqual([
      { id: '15687', name: 'T-Shirts', path: ['Clothing', 'Shirts'] },
      { id: '185100', name: 'Casual Button-Down Shirts', path: ['Clothing', 'Shirts'] },
      { id: '2', name: 'Books', path: [] },
    ])
  })
  it('LST-107 is searched from three letters on, by all words', () => {
    const labelsFor = (typed: string) => searchLeaves(leavesOf(root), typed).map((leaf) => leaf.id)
    expect(labelsFor('sh')).toEqual([])
    expect(labelsFor('t-shirt')).toEqual(['15687'])
    expect(labelsFor('clothing casual')).toEqual(['185100'])
  })
  it('is walked down by ids', () =>
    expect(nodeAt(root, ['1', '11']).children.map((c) => c.name)).toEqual(['T-Shirts', 'Casual Button-Down Shirts']))
  it.each([
    ['LST-115 Square', square.fields, [{ id: 'A', categoryData: { name: 'Tea' }, children: [] }]],
    ['LST-116 BigCommerce', bigcommerce.fields, [{ category_id: 'A', name: 'Tea', children: [] }]],
  ])('%s answers a list of top categories', (_id, fields, answer) =>
    expect(leavesOf(treeOf(answer, shapeIn(fields)))).toEqual([{ id: 'A', name: 'Tea', path: [] }]),
  )
})
