import {
  type DocumentNode,
  getNamedType,
  type GraphQLInputType,
  type GraphQLSchema,
  isInputObjectType,
  isListType,
  isNonNullType,
  isScalarType,
  Kind,
  type OperationDefinitionNode,
  typeFromAST,
  TypeInfo,
  visit,
  visitWithTypeInfo,
} from 'graphql'

/** What the published schema of Shopify says only in its texts, and its limits. */

/** Since 2026-04 these are refused without `@idempotent`, although the schema does not say so. */
const mustBeIdempotent = new Set([
  'inventorySetQuantities',
  'inventoryAdjustQuantities',
  'inventoryMoveQuantities',
  'inventorySetOnHandQuantities',
  'inventoryActivate',
  'locationActivate',
  'locationDeactivate',
  'refundCreate',
])
/** Deprecated, but what replaces it is not published in the schema that we have. */
const withoutReplacement = new Set(['Publication.name'])
const mostInList = 250
/** Lists with a limit of their own. */
const longLists: Record<string, number> = { variants: 2048, inventoryQuantities: 50_000 }

const formats: Record<string, (value: unknown) => boolean> = {
  Money: (value) => typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value),
  Decimal: (value) => typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value),
  DateTime: (value) => typeof value === 'string' && /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(value),
  URL: (value) => typeof value === 'string' && URL.canParse(value),
  UnsignedInt64: (value) => typeof value === 'string' && /^\d+$/.test(value),
}
const isGid = (value: string) => /^gid:\/\/shopify\/[A-Z]\w*\/[\w-]+(\?.+)?$/.test(value)

/** Makes the schema's own scalars refuse what they would never hold, in variables and in answers. */
export function sharpen(schema: GraphQLSchema): void {
  for (const type of Object.values(schema.getTypeMap())) {
    const fits = formats[type.name]
    if (!isScalarType(type) || !fits) continue
    const check = (value: unknown) => {
      if (!fits(value)) throw new TypeError(`${JSON.stringify(value)} is no ${type.name}`)
      return value
    }
    type.serialize = check
    type.parseValue = check
  }
}

/** What is wrong with a document besides its types: directives, deprecations, sizes. */
export function documentRules(schema: GraphQLSchema, document: DocumentNode): string[] {
  const problems: string[] = []
  const info = new TypeInfo(schema)
  visit(
    document,
    visitWithTypeInfo(info, {
      Field(node) {
        const field = info.getFieldDef()
        const place = `${info.getParentType()?.name}.${node.name.value}`
        if (field?.deprecationReason && !withoutReplacement.has(place)) problems.push(`${place} is deprecated`)
        const isIdempotent = node.directives?.some(({ name }) => name.value === 'idempotent')
        if (mustBeIdempotent.has(node.name.value) && !isIdempotent) problems.push(`${place} needs @idempotent`)
      },
      Argument(node) {
        if (info.getArgument()?.deprecationReason) problems.push(`the argument ${node.name.value} is deprecated`)
        const isSize = node.name.value === 'first' || node.name.value === 'last'
        if (isSize && node.value.kind === Kind.INT && Number(node.value.value) > mostInList)
          problems.push(`${node.name.value}: ${node.value.value} is more than ${mostInList}`)
      },
    }),
  )
  return problems
}

/** What is wrong with variables besides their types: ids, long lists, what may not be left out. */
export function variableRules(
  schema: GraphQLSchema,
  operation: OperationDefinitionNode,
  variables: Record<string, unknown>,
): string[] {
  return (operation.variableDefinitions ?? []).flatMap(({ variable, type }) => {
    const name = variable.name.value
    const inputType = typeFromAST(schema, type) as GraphQLInputType | undefined
    return inputType ? valueRules(inputType, variables[name], `$${name}`) : []
  })
}

function valueRules(type: GraphQLInputType, value: unknown, at: string): string[] {
  if (value === undefined || value === null) return []
  if (isNonNullType(type)) return valueRules(type.ofType, value, at)
  if (isListType(type)) {
    const list: unknown[] = Array.isArray(value) ? value : [value]
    const most = longLists[at.split('.').at(-1) ?? ''] ?? mostInList
    return [
      ...(list.length > most ? [`${at} has ${list.length} elements, ${most} at most`] : []),
      ...list.flatMap((item, index) => valueRules(type.ofType, item, `${at}.${index}`)),
    ]
  }
  if (getNamedType(type).name === 'ID')
    return typeof value === 'string' && isGid(value) ? [] : [`${at} ${JSON.stringify(value)} is no id of Shopify`]
  if (!isInputObjectType(type) || typeof value !== 'object') return []
  return Object.values(type.getFields()).flatMap((field) => {
    const isGiven = Object.hasOwn(value, field.name)
    const inner = (value as Record<string, unknown>)[field.name]
    return [
      ...(field.name === 'changeFromQuantity' && !isGiven ? [`${at}.changeFromQuantity is left out`] : []),
      ...(isGiven && field.deprecationReason ? [`${at}.${field.name} is deprecated`] : []),
      ...valueRules(field.type, inner, `${at}.${field.name}`),
    ]
  })
}

const statuses = new Set([200, 401, 402, 403, 404, 423, 429, 500, 502, 503, 504])
const codes = new Set(['THROTTLED', 'MAX_COST_EXCEEDED', 'ACCESS_DENIED', 'INTERNAL_SERVER_ERROR'])

/** What is wrong with an answer besides its data: a status or a code that Shopify does not have. */
export function answerRules(status: number, body: unknown): string[] {
  if (!statuses.has(status)) return [`the status ${status} is not published`]
  const errors = typeof body === 'object' && body !== null && 'errors' in body ? body.errors : undefined
  if (!Array.isArray(errors)) return []
  return errors.flatMap((error: { message?: unknown; extensions?: { code?: unknown } }) => {
    const code = error.extensions?.code
    if (typeof error.message !== 'string') return ['an error without a message']
    return typeof code === 'string' && codes.has(code) ? [] : [`the error code ${String(code)} is not published`]
  })
}
