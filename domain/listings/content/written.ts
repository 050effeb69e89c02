import type { Field } from '#contract/channels/describe.ts'
import { type Covered, type Layers, coverFields, isFilled } from './attributes.ts'

/** What the layers of a listing say, and how much of it is the same for every product. */
export interface Written extends Covered {
  /** Fields without references; columns are filled for each variation by itself. */
  fixed: Readonly<Record<string, unknown>>
  /** Fields that hold references. */
  open: readonly (readonly [field: string, value: unknown])[]
}

interface Shape {
  /** Where the name stands in an entry of a list, by its field. */
  listed: ReadonlyMap<string, string>
  columns: ReadonlySet<string>
}

const shapes = new WeakMap<readonly Field[], Shape>()
/** What a channel's description says of its fields, read once for all of its listings. */
function shapeOf(described: readonly Field[]): Shape {
  const known = shapes.get(described)
  if (known) return known
  const listed = new Map<string, string>()
  const columns = new Set<string>()
  for (const { name, kind, entries } of described) {
    if (entries && !listed.has(name)) listed.set(name, entries.name)
    if (kind === 'columns') columns.add(name)
  }
  const shape = { listed, columns }
  shapes.set(described, shape)
  return shape
}

const refers = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.includes('{{')
    : value !== null && typeof value === 'object' && Object.values(value).some(refers)

function read(described: readonly Field[], layers: Layers): Written {
  const covered = coverFields(described, layers)
  const { columns } = shapeOf(described)
  const fixed: Record<string, unknown> = {}
  const open: [string, unknown][] = []
  for (const [name, value] of Object.entries(covered.fields))
    if (columns.has(name) || !refers(value)) fixed[name] = value
    else open.push([name, value])
  return { ...covered, fixed, open }
}

interface Known {
  described: readonly Field[]
  account: Layers['account']
  written: Written
}
const knownOf = new WeakMap<object, Known>()

/**
 * What the layers say. Most products say nothing of their own, so what their template says is put together once for all that have the same
 * `schema` and `account`, the very objects: these may not be changed afterwards.
 */
export function writtenIn(described: readonly Field[], layers: Layers): Written {
  const { schema, account, overrides } = layers
  if (!schema || Object.values(overrides).some(isFilled)) return read(described, layers)
  const known = knownOf.get(schema)
  if (known?.described === described && known.account === account) return known.written
  const written = read(described, layers)
  knownOf.set(schema, { described, account, written })
  return written
}

/** Every text of the fields, at any depth, with its references replaced. Ids hold none and come back as they are. */
export function resolveFields(
  { fixed, open }: Written,
  described: readonly Field[],
  text: (field: string, template: string) => string,
): Record<string, unknown> {
  const resolved = { ...fixed }
  if (open.length === 0) return resolved
  const { listed } = shapeOf(described)
  const nameOf = (field: string, entry: unknown) => {
    const named = listed.get(field)
    const isEntry = named !== undefined && entry && typeof entry === 'object' && named in entry
    return isEntry ? `${field}.${String((entry as Record<string, unknown>)[named])}` : field
  }
  const walk = (field: string, value: unknown): unknown => {
    if (typeof value === 'string') return value.includes('{{') ? text(field, value) : value
    if (Array.isArray(value)) return value.map((v) => walk(nameOf(field, v), v))
    if (value && typeof value === 'object')
      return Object.fromEntries(Object.entries(value).map(([k, v]) => [k, walk(field, v)]))
    return value
  }
  for (const [name, value] of open) resolved[name] = walk(name, value)
  return resolved
}
