import {
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isNonNullType,
  isObjectType,
  isScalarType,
  isUnionType,
  parse,
  print,
  validate,
  type GraphQLArgument,
  type GraphQLInputField,
  type GraphQLNamedType,
  type GraphQLSchema,
  type GraphQLType,
} from 'graphql'
import { describe, expect, it } from 'vitest'
import { graphqlChecker, operationsOf } from '../../../channels/testing/published/graphql.ts'
import { hasPublished, readPublished, skipNote } from '../../../channels/testing/published/specs.ts'
import { schema } from './api/schema.ts'
import { at, openTestShop, type GraphqlAnswer, type TestShop } from '../testing/shopify-shop.ts'

const sdlFile = 'shopify/spec/admin-2026-10.trimmed.graphql'
const documentsFile = 'shopify/spec/operations.graphql'
const present = hasPublished(sdlFile) && hasPublished(documentsFile)

/** Documents for which nobody of ours has a use yet. */
const notSimulated = new Set(['EditCollection', 'StagedUploads', 'BulkExport', 'BulkStatus'])

type PublishedArgument = Pick<GraphQLArgument | GraphQLInputField, 'name' | 'type' | 'defaultValue'>
const isRequired = (argument: PublishedArgument): boolean =>
  isNonNullType(argument.type) && argument.defaultValue === undefined

/** Where `ours` promises something that the published schema does not. */
function differences(ours: GraphQLSchema, published: GraphQLSchema): string[] {
  return Object.values(ours.getTypeMap()).flatMap((type) => {
    if (type.name.startsWith('__')) return []
    const other = published.getType(type.name)
    return other ? typeDifferences(type, other) : [`${type.name} is not published`]
  })
}
function typeDifferences(type: GraphQLNamedType, other: GraphQLNamedType): string[] {
  if (isEnumType(type) && isEnumType(other)) {
    return type
      .getValues()
      .flatMap(({ name }) => (other.getValue(name) ? [] : [`${type.name}.${name} is not published`]))
  }
  if (isInputObjectType(type) && isInputObjectType(other)) {
    const oneOf = type.isOneOf === other.isOneOf ? [] : [`${type.name}: @oneOf differs`]
    return [
      ...oneOf,
      ...argumentDifferences(type.name, Object.values(type.getFields()), Object.values(other.getFields())),
    ]
  }
  if ((isObjectType(type) && isObjectType(other)) || (isInterfaceType(type) && isInterfaceType(other))) {
    const interfaces = type
      .getInterfaces()
      .filter((entry) => !other.getInterfaces().some((each) => each.name === entry.name))
    const fields = Object.values(type.getFields()).flatMap((field) => {
      const published = other.getFields()[field.name]
      const place = `${type.name}.${field.name}`
      if (!published) return [`${place} is not published`]
      return [...sameType(place, field.type, published.type), ...argumentDifferences(place, field.args, published.args)]
    })
    return [...interfaces.map((entry) => `${type.name} is no ${entry.name}`), ...fields]
  }
  const sameKind = (isScalarType(type) && isScalarType(other)) || (isUnionType(type) && isUnionType(other))
  return sameKind ? [] : [`${type.name} is of another kind`]
}
function argumentDifferences(
  place: string,
  ours: readonly PublishedArgument[],
  published: readonly PublishedArgument[],
): string[] {
  const known = ours.flatMap((argument) => {
    const other = published.find((each) => each.name === argument.name)
    if (!other) return [`${place}(${argument.name}) is not published`]
    const defaults =
      argument.defaultValue === undefined ||
      JSON.stringify(argument.defaultValue) === JSON.stringify(other.defaultValue)
    return [
      ...sameType(`${place}(${argument.name})`, argument.type, other.type),
      ...(defaults ? [] : [`${place}(${argument.name}): another default`]),
    ]
  })
  const missing = published.filter(
    (argument) => isRequired(argument) && !ours.some((each) => each.name === argument.name),
  )
  return [...known, ...missing.map((argument) => `${place}(${argument.name}) is required but missing here`)]
}
const sameType = (place: string, ours: GraphQLType, published: GraphQLType): string[] =>
  String(ours) === String(published) ? [] : [`${place} is ${String(ours)}, published is ${String(published)}`]

describe.skipIf(!present)(`Shopify simulator against the published schema 2026-10${skipNote(present)}`, () => {
  it('offers only published types, fields, arguments and values, with their published types', () => {
    expect(differences(schema, graphqlChecker(sdlFile).schema)).toEqual([])
  })

  it('would notice a field that is not published', () => {
    const { schema: published } = graphqlChecker(sdlFile)
    const product = published.getType('Product')
    if (!isObjectType(product)) throw new Error('Product is an object')
    delete product.getFields()['handle']
    expect(differences(schema, published)).toContain('Product.handle is not published')
  })

  it('understands every published-style document that it claims to carry out', () => {
    const refused = documents().flatMap(({ name, text }) =>
      validate(schema, parse(text)).map((error) => `${name}: ${error.message}`),
    )
    expect(refused).toEqual([])
  })

  it('carries out each of these documents', () => {
    const shop = openTestShop()
    shop.install()
    const answers = runAll(shop)
    expect(new Set(answers.keys())).toEqual(new Set(documents().map((document) => document.name)))
    const refused = [...answers].flatMap(([name, answer]) => {
      const userErrors = Object.values(answer.data ?? {}).flatMap(
        (payload) => (payload?.['userErrors'] as { message: string }[] | undefined) ?? [],
      )
      return [...(answer.errors ?? []), ...userErrors].map((problem) => `${name}: ${problem.message}`)
    })
    expect(refused).toEqual([])
  })
})

function documents(): { name: string; text: string }[] {
  return operationsOf(parse(readPublished(documentsFile)))
    .map((definition) => ({ name: definition.name?.value ?? '', text: print(definition) }))
    .filter((document) => !notSimulated.has(document.name))
}

/** Runs the life of one listing and one order, with each document once. */
function runAll(shop: TestShop): Map<string, GraphqlAnswer> {
  const texts = new Map(documents().map((document) => [document.name, document.text]))
  const done = new Map<string, GraphqlAnswer>()
  const run = (name: string, variables: Record<string, unknown> = {}): GraphqlAnswer => {
    const answer = shop.graphql(texts.get(name) ?? '', variables)
    done.set(name, answer)
    // A bucket's worth of patience.
    shop.pass(10)
    return answer
  }
  for (const name of ['ShopInfo', 'TaxonomyRoots', 'Collections']) run(name)
  const location = first(run('Locations'), 'locations')
  const publication = first(run('Publications'), 'publications')
  run('TaxonomyChildren', { parent: 'gid://shopify/TaxonomyCategory/aa' })
  run('TaxonomySearch', { q: 'shirt' })
  run('CreateCollection', { collection: { title: 'Handmade' } })
  const set = run('UpsertListing', {
    identifier: { handle: 'bowl' },
    input: {
      handle: 'bowl',
      title: 'Bowl',
      status: 'ACTIVE',
      productOptions: [{ name: 'Title', values: [{ name: 'Default Title' }] }],
      variants: [
        {
          sku: 'BOWL',
          price: '12.50',
          optionValues: [{ optionName: 'Title', name: 'Default Title' }],
          inventoryItem: { tracked: true },
          inventoryQuantities: [{ locationId: location, name: 'available', quantity: 5 }],
        },
      ],
    },
  })
  const product = at(set, 'productSet', 'product', 'id')
  run('Publish', { id: product, input: [{ publicationId: publication }] })
  run('SetStatus', { product: { id: product, status: 'ACTIVE' } })
  run('ProductsPage', { query: 'status:active' })
  const variants = run('VariantBySku', { q: 'sku:BOWL' }).data?.['productVariants']?.['nodes'] as {
    id: string
    inventoryItem: { id: string }
  }[]
  const [variant] = variants
  if (!variant) throw new Error('The variant is found by its SKU')
  run('UpdateVariants', { productId: product, variants: [{ id: variant.id, price: '13.00' }] })
  const item = variant.inventoryItem.id
  run('ItemLevels', { ids: [item] })
  const quantity = { inventoryItemId: item, locationId: location, changeFromQuantity: null }
  run('SetStock', {
    key: 'k-1',
    input: { name: 'available', reason: 'correction', quantities: [{ ...quantity, quantity: 8 }] },
  })
  run('AdjustStock', {
    key: 'k-2',
    input: { name: 'available', reason: 'correction', changes: [{ ...quantity, delta: 1 }] },
  })
  const locations = shop.graphql('{ locations(first: 5) { nodes { id } } }').data?.['locations']?.['nodes'] as {
    id: string
  }[]
  run('ActivateAtLocation', {
    key: 'k-3',
    inventoryItemId: item,
    locationId: locations.find((other) => other.id !== location)?.id,
    available: 2,
  })
  const webhook = run('Subscribe', {
    topic: 'ORDERS_CREATE',
    sub: { uri: 'https://shop.example/hooks', format: 'JSON' },
  })
  run('Subscriptions')
  run('Unsubscribe', { id: at(webhook, 'webhookSubscriptionCreate', 'webhookSubscription', 'id') })
  shop.buy('BOWL', 1)
  const orders = run('OrdersSince', { query: "updated_at:>='2026-07-01T00:00:00Z'" }).data?.['orders']?.['nodes'] as {
    fulfillmentOrders: { nodes: { id: string }[] }
  }[]
  const shipped = run('Ship', {
    fulfillment: {
      lineItemsByFulfillmentOrder: [{ fulfillmentOrderId: orders[0]?.fulfillmentOrders.nodes[0]?.id }],
      trackingInfo: { company: 'UPS', number: '1Z1' },
    },
  })
  run('UpdateTracking', {
    id: at(shipped, 'fulfillmentCreate', 'fulfillment', 'id'),
    info: { company: 'UPS', number: '1Z2' },
    notify: false,
  })
  run('Unpublish', { id: product, input: [{ publicationId: publication }] })
  run('DeleteProduct', { input: { id: product } })
  run('Uninstall')
  return done
}
function first(answer: GraphqlAnswer, field: string): string {
  const nodes = answer.data?.[field]?.['nodes'] as { id: string }[]
  return nodes[0]?.id ?? ''
}
