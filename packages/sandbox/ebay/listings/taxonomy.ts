import type { Json } from '../../kit/json.ts'
import { type Call, type Handler, ok, route } from '../api/call.ts'
import {
  allCategories,
  ancestry,
  aspectsOf,
  type Category,
  findCategory,
  isLeaf,
  isRetired,
  marketplaces,
  tree,
  treeVersion,
} from './catalog.ts'
import { refuse, taxonomyError } from '../api/errors.ts'

const base = '/commerce/taxonomy/v1'
const headingOf = ({ context }: Call) => ({ categoryTreeId: tree.id, categoryTreeVersion: treeVersion(context) })

const getTreeId: Handler = (call) => {
  const marketplaceId = call.query.get('marketplace_id')
  if (marketplaceId === null) throw refuse(400, taxonomyError(62002, 'Missing marketplace ID.'))
  if (!marketplaces.includes(marketplaceId))
    throw refuse(400, taxonomyError(62003, 'The specified marketplace ID was not found.'))
  return ok(headingOf(call))
}

const getTree: Handler = (call) => {
  checkTree(call)
  return ok({
    ...headingOf(call),
    applicableMarketplaceIds: marketplaces,
    rootCategoryNode: nodeOf(call, needCategory(call, tree.id)),
  })
}
const getSubtree: Handler = (call) => {
  checkTree(call)
  const category = needCategory(call, readCategoryId(call))
  if (category.id === tree.id)
    throw refuse(
      400,
      taxonomyError(
        62008,
        'The specified category ID is the root for the category tree. Please use getCategoryTree to retrieve the entire tree.',
      ),
    )
  return ok({ ...headingOf(call), categorySubtreeNode: nodeOf(call, category) })
}

const hrefOf = (call: Call, id: string) =>
  `${call.context.baseUrl}${base}/category_tree/${tree.id}/get_category_subtree?category_id=${id}`

function nodeOf(call: Call, category: Category): Json {
  return {
    category: { categoryId: category.id, categoryName: category.name },
    categoryTreeNodeLevel: category.level,
    ...(category.level > 1 && category.parent ? { parentCategoryTreeNodeHref: hrefOf(call, category.parent.id) } : {}),
    ...(category.children.length > 0
      ? {
          childCategoryTreeNodes: category.children
            .filter(({ id }) => !isRetired(call.context, id))
            .map((child) => nodeOf(call, child)),
        }
      : { leafCategoryTreeNode: true }),
  }
}

/**
 * Leaves whose name or path has the words of the query, best first.
 * eBay's own sandbox answers the same canned suggestions to everything; real matching is more use to a seller who tries things out.
 */
const getSuggestions: Handler = (call) => {
  checkTree(call)
  const words = wordsIn(call.query.get('q') ?? '')
  if (words.length === 0)
    throw refuse(
      400,
      taxonomyError(
        62007,
        "Missing keyword 'q'. Please specify a valid set of keywords that best describes your item.",
      ),
    )
  const matches = allCategories
    .filter(({ id }) => isLeaf(id) && !isRetired(call.context, id))
    .map((category) => ({ category, points: pointsOf(category, words) }))
    .filter(({ points }) => points > 0)
    .sort((a, b) => b.points - a.points || a.category.level - b.category.level)
    .slice(0, 10)
  const categorySuggestions = matches.map(({ category }) => ({
    category: { categoryId: category.id, categoryName: category.name },
    categoryTreeNodeLevel: category.level,
    categoryTreeNodeAncestors: ancestry(category.id)
      .slice(1)
      .map((above) => ({
        categoryId: above.id,
        categoryName: above.name,
        categoryTreeNodeLevel: above.level,
        categorySubtreeNodeHref: hrefOf(call, above.id),
      })),
  }))
  return ok({ ...headingOf(call), categorySuggestions })
}

/** Lower case, without plural endings and possessives, so that "mugs" finds "Mug". */
const wordsIn = (text: string) =>
  [
    ...new Set(
      text
        .toLowerCase()
        .replace(/['’]s\b/g, '')
        .match(/[\p{L}\p{N}]+/gu) ?? [],
    ),
  ].map((word) => (word.length > 3 ? word.replace(/(?<=ch|sh|ss|x)es$|(?<!s)s$/, '') : word))

/** A word counts three in the leaf's own name, one anywhere above it. */
function pointsOf(category: Category, words: string[]): number {
  const own = new Set(wordsIn(category.name))
  const above = new Set(
    wordsIn(
      ancestry(category.id)
        .slice(1)
        .map(({ name }) => name)
        .join(' '),
    ),
  )
  const hits = words
    .map((word) => (own.has(word) ? 3 : above.has(word) ? 1 : 0))
    .reduce<number>((sum, points) => sum + points, 0)
  return hits === 0 ? 0 : hits - own.size / 100
}

const getAspects: Handler = (call) => {
  checkTree(call)
  const category = needCategory(call, readCategoryId(call))
  if (!isLeaf(category.id))
    throw refuse(400, taxonomyError(62009, 'The specified category ID must be a leaf category.'))
  return ok({ aspects: aspectsOf(category.id) })
}

function checkTree(call: Call): void {
  if (call.params[0] !== tree.id)
    throw refuse(404, taxonomyError(62004, 'The specified category tree ID was not found.'))
}
function readCategoryId(call: Call): string {
  const id = call.query.get('category_id')
  if (id === null || id === '') throw refuse(400, taxonomyError(62006, 'Missing category ID.'))
  return id
}
function needCategory({ context }: Call, id: string): Category {
  const category = isRetired(context, id) ? undefined : findCategory(id)
  if (!category)
    throw refuse(400, taxonomyError(62005, 'The specified category ID does not belong to the specified category tree.'))
  return category
}

const getExpired: Handler = (call) => {
  checkTree(call)
  return ok({ expiredCategories: [] })
}

export const taxonomyRoutes = [
  route(null, 'GET', `${base}/get_default_category_tree_id`, getTreeId),
  route(null, 'GET', `${base}/category_tree/{}`, getTree),
  route(null, 'GET', `${base}/category_tree/{}/get_category_subtree`, getSubtree),
  route(null, 'GET', `${base}/category_tree/{}/get_category_suggestions`, getSuggestions),
  route(null, 'GET', `${base}/category_tree/{}/get_item_aspects_for_category`, getAspects),
  route(null, 'GET', `${base}/category_tree/{}/get_expired_categories`, getExpired),
]
