import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Sandbox } from '../../main.ts'
import { openSandbox } from '../../testing/open.ts'
import { type Api, connect } from '../../testing/ebay-session.ts'
import { allCategories, aspectsOf, isLeaf } from './catalog.ts'
import { conditionsOf } from './conditions.ts'

const base = '/commerce/taxonomy/v1/category_tree/0'
interface Node {
  category: { categoryId: string; categoryName: string }
  childCategoryTreeNodes?: Node[]
  leafCategoryTreeNode?: boolean
  categoryTreeNodeLevel: number
}

describe('the eBay taxonomy', () => {
  let sandbox: Sandbox
  let api: Api
  beforeAll(async () => {
    sandbox = await openSandbox()
    ;({ api } = await connect(sandbox))
  })
  afterAll(() => sandbox.stop())
  const errorOf = (answer: { status: number; body: unknown }) => [
    answer.status,
    (answer.body as { errors: { errorId: number }[] }).errors[0]?.errorId,
  ]

  it("has eBay's own leaves under eBay's own names", async () => {
    const { rootCategoryNode } = (await api('GET', base)).body as { rootCategoryNode: Node }
    const leaves = new Map<string, string>()
    const walk = (node: Node) => {
      if (node.leafCategoryTreeNode) leaves.set(node.category.categoryId, node.category.categoryName)
      node.childCategoryTreeNodes?.forEach(walk)
    }
    walk(rootCategoryNode)
    const known = {
      15687: 'T-Shirts',
      53159: 'Tops',
      63861: 'Dresses',
      261186: 'Books',
      20349: 'Cases, Covers & Skins',
      155101: 'Necklaces & Pendants',
      46782: 'Candles',
      20695: 'Mugs',
      139973: 'Video Games',
      27386: 'Graphics/Video Cards',
      3323: 'Lenses',
    }
    for (const [id, name] of Object.entries(known)) expect([id, leaves.get(id)]).toEqual([id, name])
  })

  it('every leaf has conditions, unique aspects and closed lists that are not empty', () => {
    for (const { id } of allCategories.filter((category) => isLeaf(category.id))) {
      const names = aspectsOf(id).map(({ localizedAspectName }) => localizedAspectName)
      expect([id, new Set(names).size]).toEqual([id, names.length])
      expect(conditionsOf(id).length).toBeGreaterThan(0)
      const closed = aspectsOf(id).filter(({ aspectConstraint }) => aspectConstraint.aspectMode === 'SELECTION_ONLY')
      expect(closed.filter(({ aspectValues }) => aspectValues.length === 0)).toEqual([])
      const values = aspectsOf(id).flatMap(({ aspectValues }) =>
        aspectValues.map(({ localizedValue }) => localizedValue),
      )
      expect(values.filter((value) => value.length > 50)).toEqual([])
    }
  })

  it.each([
    ['red cotton t-shirt for men', '15687'],
    ['Coffee Mugs', '20695'],
    ['scented soy candle', '46782'],
    ['paperback books', '261186'],
    ['graphics card', '27386'],
  ])('suggests for "%s" the leaf %s first, with what stands above it, nearest first', async (q, leaf) => {
    const { categorySuggestions } = (await api('GET', `${base}/get_category_suggestions?${new URLSearchParams({ q })}`))
      .body as {
      categorySuggestions: {
        category: { categoryId: string }
        categoryTreeNodeAncestors: { categoryTreeNodeLevel: number }[]
      }[]
    }
    expect(categorySuggestions[0]?.category.categoryId).toBe(leaf)
    const levels =
      categorySuggestions[0]?.categoryTreeNodeAncestors.map(({ categoryTreeNodeLevel }) => categoryTreeNodeLevel) ?? []
    expect(levels).toEqual(levels.toSorted((a, b) => b - a))
    expect(levels.at(-1)).toBe(1)
  })

  it('sizes of T-shirts depend on the size type', async () => {
    const { aspects } = (await api('GET', `${base}/get_item_aspects_for_category?category_id=15687`)).body as {
      aspects: ReturnType<typeof aspectsOf>
    }
    const size = aspects.find(({ localizedAspectName }) => localizedAspectName === 'Size')
    expect(size?.aspectConstraint).toMatchObject({
      aspectRequired: true,
      aspectMode: 'SELECTION_ONLY',
      aspectEnabledForVariations: true,
    })
    expect(size?.aspectValues.find(({ localizedValue }) => localizedValue === 'XLT')?.valueConstraints).toEqual([
      { applicableForLocalizedAspectName: 'Size Type', applicableForLocalizedAspectValues: ['Big & Tall'] },
    ])
  })

  it('refuses unknown trees, unknown categories, branches and questions without words', async () => {
    const wrong: [path: string, status: number, errorId: number][] = [
      ['/commerce/taxonomy/v1/category_tree/9', 404, 62004],
      [`${base}/get_category_subtree?category_id=1234567`, 400, 62005],
      [`${base}/get_category_subtree`, 400, 62006],
      [`${base}/get_category_suggestions?q=`, 400, 62007],
      [`${base}/get_category_subtree?category_id=0`, 400, 62008],
      [`${base}/get_item_aspects_for_category?category_id=11450`, 400, 62009],
      ['/commerce/taxonomy/v1/get_default_category_tree_id?marketplace_id=EBAY_XX', 400, 62003],
    ]
    for (const [path, status, errorId] of wrong)
      expect([path, errorOf(await api('GET', path))]).toEqual([path, [status, errorId]])
  })
})
