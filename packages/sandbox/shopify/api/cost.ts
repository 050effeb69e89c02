import {
  getNamedType,
  isAbstractType,
  isObjectType,
  Kind,
  TypeInfo,
  valueFromAST,
  visit,
  visitWithTypeInfo,
  type DocumentNode,
  type FieldNode,
  type GraphQLField,
  type GraphQLSchema,
  type OperationDefinitionNode,
} from 'graphql'

/** What the platform charges: a mutation 10, an object 1, lists by their size. @see https://shopify.dev/docs/apps/build/apis/graphql-admin/rate-limits (2026) */
const mutationCost = 10
/** A standard plan's bucket. */
export const bucket = { maximumAvailable: 2000, restoreRate: 100 }
export const mostPerRequest = 1000

/**
 * Cost of `count` objects of one place in the answer. That lists are "sized by first and last" is published, the curve is not:
 * this one is fitted to a seen answer (250 variants with their inventory items cost 25).
 */
const sized = (count: number): number => (count <= 5 ? count : Math.max(5, Math.round(2 * Math.log(count))))

/** The cost of a request before it runs: the same for every answer. */
export function requestedCost(
  schema: GraphQLSchema,
  document: DocumentNode,
  operation: OperationDefinitionNode,
  variables: Record<string, unknown>,
): number {
  if (operation.operation === 'mutation') {
    const calls = operation.selectionSet.selections.length
    return calls * mutationCost + Math.ceil(surcharge(variables['input']))
  }
  const info = new TypeInfo(schema)
  const counts: number[] = [1]
  let total = 0
  const reachable = new Set([operation.name?.value, ...fragmentNames(document)])
  visit(
    document,
    visitWithTypeInfo(info, {
      OperationDefinition: (node) => (node === operation || reachable.size === 0 ? undefined : false),
      Field: {
        enter(node) {
          const above = counts.at(-1) ?? 1
          const type = getNamedType(info.getType())
          const field = info.getFieldDef()
          if (!type || !field || !(isObjectType(type) || isAbstractType(type))) {
            counts.push(above)
            return
          }
          const size = listSize(node, field, variables)
          if (type.name.endsWith('Connection')) total += 2
          else if (type.name !== 'PageInfo' && !type.name.endsWith('Edge')) total += sized(above * size)
          counts.push(above * size)
        },
        leave() {
          counts.pop()
        },
      },
    }),
  )
  return Math.max(1, total)
}

const fragmentNames = (document: DocumentNode): string[] =>
  document.definitions.flatMap((definition) =>
    definition.kind === Kind.FRAGMENT_DEFINITION ? [definition.name.value] : [],
  )

/** productSet costs more for what it brings. @see descriptions of ProductSetInput and ProductVariantSetInput */
function surcharge(input: unknown): number {
  if (typeof input !== 'object' || !input) return 0
  const length = (name: string, of: object = input): number => {
    const value: unknown = (of as Record<string, unknown>)[name]
    return Array.isArray(value) ? value.length : 0
  }
  const variants: unknown = (input as Record<string, unknown>)['variants']
  const withFile = Array.isArray(variants)
    ? variants.filter((variant: unknown) => typeof variant === 'object' && variant && 'file' in variant && variant.file)
        .length
    : 0
  return 1.9 * length('files') + 0.2 * length('variants') + 0.4 * length('metafields') + 0.6 * withFile
}

function listSize(node: FieldNode, field: GraphQLField<unknown, unknown>, variables: Record<string, unknown>): number {
  for (const name of ['first', 'last', 'ids']) {
    const argument = node.arguments?.find((candidate) => candidate.name.value === name)
    const type = field.args.find((candidate) => candidate.name === name)?.type
    if (!argument || !type) continue
    const value: unknown = valueFromAST(argument.value, type, variables)
    if (typeof value === 'number') return value
    if (Array.isArray(value)) return value.length
  }
  return 1
}

/** The cost of what was really answered. */
export function actualCost(operation: OperationDefinitionNode, data: unknown, requested: number): number {
  if (operation.operation === 'mutation') return requested
  const counts = new Map<string, number>()
  const walk = (value: unknown, path: string): void => {
    if (Array.isArray(value)) for (const element of value) walk(element, path)
    else if (typeof value === 'object' && value) {
      if (path && !path.endsWith('pageInfo')) counts.set(path, (counts.get(path) ?? 0) + 1)
      for (const [name, inner] of Object.entries(value)) walk(inner, `${path}/${name}`)
    }
  }
  walk(data, '')
  const total = [...counts.values()].reduce((sum, count) => sum + sized(count), 0)
  return Math.max(1, Math.min(requested, total))
}

export interface Throttle {
  maximumAvailable: number
  currentlyAvailable: number
  restoreRate: number
}

/** A leaky bucket per shop; it is full again when the process starts. */
export class Buckets {
  readonly #left = new Map<string, { points: number; at: number }>()

  status(shop: string, now: Date): Throttle {
    return {
      maximumAvailable: bucket.maximumAvailable,
      currentlyAvailable: Math.max(0, Math.floor(this.#points(shop, now))),
      restoreRate: bucket.restoreRate,
    }
  }
  /** Overdrawn by a whole bucket. */
  useUp(shop: string, now: Date): void {
    this.#left.set(shop, { points: -bucket.maximumAvailable, at: now.getTime() })
  }
  take(shop: string, points: number, now: Date): void {
    this.#left.set(shop, { points: this.#points(shop, now) - points, at: now.getTime() })
  }
  clear(): void {
    this.#left.clear()
  }
  #points(shop: string, now: Date): number {
    const left = this.#left.get(shop)
    if (!left) return bucket.maximumAvailable
    const restored = (Math.max(0, now.getTime() - left.at) / 1000) * bucket.restoreRate
    return Math.min(bucket.maximumAvailable, left.points + restored)
  }
}
