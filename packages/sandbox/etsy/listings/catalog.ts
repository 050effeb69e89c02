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

type CategoryStore = Pick<SimContext, 'store'>
/** Etsy's tree has this node no more. */
export const retire = ({ store }: CategoryStore, id: number): void => store.put('retired', String(id), { id })
const isRetired = ({ store }: CategoryStore, id: number): boolean => store.get('retired', String(id)) !== undefined

export const nodeOf = (context: CategoryStore, id: number): TaxonomyNode | undefined =>
  isRetired(context, id) ? undefined : nodes.get(id)
/** The tree as it is now. */
export const rootsNow = (context: CategoryStore): TaxonomyNode[] =>
  context.store.list('retired').length > 0 ? without(context, roots) : roots
const without = (context: CategoryStore, some: readonly TaxonomyNode[]): TaxonomyNode[] =>
  some.flatMap((node) => (isRetired(context, node.id) ? [] : [{ ...node, children: without(context, node.children) }]))

const definitions = known.properties as unknown as Record<string, Definition>
const byCategory = known.categories as Record<string, string[]>

/** What a category asks: its own line, else that of the nearest one above it. */
export function propertiesOf(taxonomyId: number): Definition[] {
  const above = nodes.get(taxonomyId)?.full_path_taxonomy_ids.toReversed() ?? []
  const names = above.map((id) => byCategory[id]).find((list) => list !== undefined) ?? byCategory['0'] ?? []
  return names.flatMap((name) => definitions[name] ?? [])
}

export const showProperty = (definition: Definition): Json => ({
  property_id: definition.id,
  name: definition.name,
  display_name: definition.shown ?? definition.name,
  scales: (definition.scales ?? []).map(([scale_id, display_name]) => ({ scale_id, display_name, description: '' })),
  is_required: definition.required ?? false,
  supports_attributes: true,
  supports_variations: definition.variations ?? false,
  is_multivalued: definition.multi ?? false,
  max_values_allowed: definition.most ?? null,
  possible_values: definition.values.map(([value_id, name, scale_id]) => ({
    value_id,
    name,
    scale_id: scale_id ?? null,
    equal_to: [],
  })),
  selected_values: [],
})
