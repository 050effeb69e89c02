import type { Json } from '../../kit/json.ts'
import type { SimContext } from '../../kit/simulator.ts'
import taxonomy from '../data/taxonomy.json' with { type: 'json' }
import known from '../data/properties.json' with { type: 'json' }

export interface TaxonomyNode {
  id: number
  level: number
  name: string
  parent_id: number | null
  children: TaxonomyNode[]
  full_path_taxonomy_ids: number[]
}
/** As the data file writes it; what is absent is one value, not required, not for variations. */
interface Definition {
  id: number
  name: string
  shown?: string
  required?: boolean
  multi?: boolean
  variations?: boolean
  most?: number
  scales?: [number, string][]
  values: [id: number, name: string, scale?: number][]
}

const nodes = new Map<number, TaxonomyNode>()
/** Levels begin at 1: so Etsy answers, though its description says 0. */
const roots: TaxonomyNode[] = []
for (const [id, parentId, name] of taxonomy.nodes as [number, number, string][]) {
  const parent = nodes.get(parentId)
  const node: TaxonomyNode = {
    id,
    level: (parent?.level ?? 0) + 1,
    name,
    parent_id: parent?.id ?? null,
    children: [],
    full_path_taxonomy_ids: [...(parent?.full_path_taxonomy_ids ?? []), id],
  }
  nodes.set(id, node)
  ;(parent?.children ?? roots).push(node)
}

type Kept = Pick<SimContext, 'store'>
/** Etsy's tree has this node no more. */
export const retire = ({ store }: Kept, id: number): void => store.put('retired', String(id), { id })
const isRetired = ({ store }: Kept, id: number): boolean => store.get('retired', String(id)) !== undefined

export const nodeOf = (kept: Kept, id: number): TaxonomyNode | undefined =>
  isRetired(kept, id) ? undefined : nodes.get(id)
/** The tree as it is now. */
export const rootsNow = (kept: Kept): TaxonomyNode[] =>
  kept.store.list('retired').length > 0 ? without(kept, roots) : roots
const without = (kept: Kept, some: readonly TaxonomyNode[]): TaxonomyNode[] =>
  some.flatMap((node) => (isRetired(kept, node.id) ? [] : [{ ...node, children: without(kept, node.children) }]))

const definitions = known.properties as unknown as Record<string, Definition>
const byCategory = known.categories as Record<string, string[]>

/** What a category asks: its own line, else that of the nearest one above it. */
export function propertiesOf(taxonomyId: number): Definition[] {
  const above = nodes.get(taxonomyId)?.full_path_taxonomy_ids.toReversed() ?? []
  const names = above.map((id) => byCategory[id]).find((one) => one !== undefined) ?? byCategory['0'] ?? []
  return names.flatMap((name) => definitions[name] ?? [])
}

export const showProperty = (one: Definition): Json => ({
  property_id: one.id,
  name: one.name,
  display_name: one.shown ?? one.name,
  scales: (one.scales ?? []).map(([scale_id, display_name]) => ({ scale_id, display_name, description: '' })),
  is_required: one.required ?? false,
  supports_attributes: true,
  supports_variations: one.variations ?? false,
  is_multivalued: one.multi ?? false,
  max_values_allowed: one.most ?? null,
  possible_values: one.values.map(([value_id, name, scale_id]) => ({
    value_id,
    name,
    scale_id: scale_id ?? null,
    equal_to: [],
  })),
  selected_values: [],
})
