import { describe, expect, it } from 'vitest'
import { fromEbay, leavesOf, nodeAt, searchLeaves } from './categories.ts'

const node = (categoryId: string, categoryName: string, children: ReturnType<typeof tree>[] = []) =>
  tree(categoryId, categoryName, children)
function tree(
  categoryId: string,
  categoryName: string,
  childCategoryTreeNodes: unknown[],
): Parameters<typeof fromEbay>[0] {
  return {
    category: { categoryId, categoryName },
    childCategoryTreeNodes: childCategoryTreeNodes as Parameters<typeof fromEbay>[0][],
  }
}
const root = fromEbay(
  node('0', 'Root', [
    node('1', 'Clothing', [
      node('11', 'Shirts', [node('15687', 'T-Shirts'), node('185100', 'Casual Button-Down Shirts')]),
    ]),
    node('2', 'Books'),
  ]),
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
    const found = (typed: string) => searchLeaves(leavesOf(root), typed).map((leaf) => leaf.id)
    expect(found('sh')).toEqual([])
    expect(found('t-shirt')).toEqual(['15687'])
    expect(found('clothing casual')).toEqual(['185100'])
  })
  it('is walked down by ids', () =>
    expect(nodeAt(root, ['1', '11']).children.map((c) => c.name)).toEqual(['T-Shirts', 'Casual Button-Down Shirts']))
})
