import type { AskedTree } from '#contract/channels/describe.ts'
import { textIn, within } from '#web/form/within.ts'

/** One place of a channel's category tree; only a leaf can be listed in. */
export interface CategoryNode {
  id: string
  name: string
  children: readonly CategoryNode[]
}
export interface Leaf {
  id: string
  name: string
  /** Names from the top down, without its own. */
  path: readonly string[]
}

/** From how many letters on leaves are looked for (LST-107), and how many are shown. */
const searchFrom = 3
const shownLeaves = 60

/** A lookup's answer as a tree (LST-115..LST-118). */
export function treeOf(answer: unknown, { root, id, name, children }: AskedTree): CategoryNode {
  const below = (nodes: unknown) => (Array.isArray(nodes) ? nodes.map(nodeOf) : [])
  const nodeOf = (raw: unknown): CategoryNode => ({
    id: textIn(raw, id),
    name: textIn(raw, name),
    children: below(within(raw, children)),
  })
  return root === undefined ? { id: '', name: '', children: below(answer) } : nodeOf(within(answer, root))
}

/** Every leaf below a node, in the tree's order. */
export function leavesOf({ children }: CategoryNode, path: readonly string[] = []): Leaf[] {
  return children.flatMap((child) =>
    child.children.length ? leavesOf(child, [...path, child.name]) : [{ id: child.id, name: child.name, path }],
  )
}

interface Searched {
  leaf: Leaf
  name: string
  /** With the names above it. */
  whole: string
}
/** Read once: with tens of thousands of leaves, that takes longer than a frame, and a key is pressed on every one of them. */
const searchable = new WeakMap<readonly Leaf[], readonly Searched[]>()
function searchedOf(leaves: readonly Leaf[]): readonly Searched[] {
  const known = searchable.get(leaves)
  if (known) return known
  const read = leaves.map((leaf) => ({
    leaf,
    name: leaf.name.toLowerCase(),
    whole: [...leaf.path, leaf.name].join(' ').toLowerCase(),
  }))
  searchable.set(leaves, read)
  return read
}

/** Leaves whose name or path holds every word, those named so first. */
export function searchLeaves(leaves: readonly Leaf[], typed: string): Leaf[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean)
  if (typed.trim().length < searchFrom) return []
  const [named, others]: [Leaf[], Leaf[]] = [[], []]
  for (const { leaf, name, whole } of searchedOf(leaves)) {
    if (named.length === shownLeaves) break
    if (words.every((word) => name.includes(word))) named.push(leaf)
    else if (others.length < shownLeaves && words.every((word) => whole.includes(word))) others.push(leaf)
  }
  return [...named, ...others].slice(0, shownLeaves)
}

/** The node that a list of ids leads to. */
export const nodeAt = (root: CategoryNode, ids: readonly string[]): CategoryNode =>
  ids.reduce((node, id) => node.children.find((child) => child.id === id) ?? node, root)

export const splitIds = (ids: unknown): string[] =>
  typeof ids === 'string'
    ? ids
        .split(',')
        .map((id) => id.trim())
        .filter(Boolean)
    : []
