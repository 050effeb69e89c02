import { getDirectiveValues, type GraphQLResolveInfo } from 'graphql'
import { collectionView, levelView, productView, variantView } from '../listings/catalog-view.ts'
import {
  createFulfillment,
  updateTracking,
  type FulfillmentAnswer,
  type FulfillmentInput,
  type TrackingInput,
} from '../orders/fulfillments.ts'
import {
  activate,
  adjustQuantities,
  level,
  setQuantities,
  type AdjustInput,
  type Answer,
  type SetInput,
} from '../stock/inventory.ts'
import { once } from './idempotency.ts'
import { adjustmentView } from '../stock/inventory-view.ts'
import { badRequest, invalidArguments, problem, type UserProblem } from './problems.ts'
import {
  bulkUpdate,
  deleteProduct,
  setPublished,
  updateProduct,
  type BulkVariant,
  type UpdateInput,
} from '../listings/product-changes.ts'
import { identify, productSet, type Identifier } from '../listings/product-set.ts'
import type { ProductInput } from '../listings/product-set-check.ts'
import { appView, fulfillmentById, nodeView } from './queries.ts'
import type { OrderRow } from '../orders/order-rows.ts'
import { orderView, refundView } from '../orders/order-view.ts'
import { cancelOrder, type CancelArgs, createRefund, type RefundInput } from '../orders/refunds.ts'
import { shopView, type View } from '../shop/shop-view.ts'
import {
  addCollection,
  find,
  item,
  moment,
  newId,
  ofShop,
  products,
  save,
  type CollectionRow,
  type Env,
  type ProductRow,
  type SubscriptionRow,
} from '../state.ts'
import { uninstall } from '../auth/uninstall.ts'

const mostRows = 250

/** The key that the platform insists on for changes that must not happen twice. */
function idempotencyKey(info: GraphQLResolveInfo): string {
  const directive = info.schema.getDirective('idempotent')
  const node = info.fieldNodes[0]
  const key = directive && node ? getDirectiveValues(directive, node, info.variableValues)?.['key'] : undefined
  if (typeof key !== 'string')
    throw badRequest('The @idempotent directive is required for this mutation but was not provided.')
  if (key.trim() === '') throw badRequest('The idempotency key cannot be an empty string or whitespace only.')
  return key
}
/** `changeFromQuantity` may be null but must be there. */
function insistOnChangeFrom(rows: object[], type: string): void {
  if (rows.some((row) => !('changeFromQuantity' in row) || row.changeFromQuantity === undefined)) {
    throw invalidArguments(`${type} must include the following argument: changeFromQuantity.`)
  }
  if (rows.length > mostRows)
    throw invalidArguments(`The input array size of ${rows.length} is greater than the maximum allowed of ${mostRows}.`)
}

const findProductView = (env: Env, id: string | null): View | null => {
  const row = id ? find<ProductRow>(env, 'product', id) : undefined
  return row ? productView(env, row) : null
}
const answerView = (env: Env, answer: Answer): View => ({
  inventoryAdjustmentGroup: adjustmentView(env, answer.adjustment),
  userErrors: answer.userErrors,
})
const failAnswer = (userError: UserProblem): Answer => ({ adjustment: null, userErrors: [userError] })
const fulfillmentAnswer = (env: Env, answer: FulfillmentAnswer): View => ({
  fulfillment: fulfillmentById(env, answer.fulfillmentId),
  userErrors: answer.userErrors,
})

interface SubscriptionInput {
  uri?: string | null
  format?: string | null
  filter?: string | null
  includeFields?: string[] | null
  name?: string | null
}
function subscribe(env: Env, topic: string, input: SubscriptionInput): View {
  const refuse = (message: string) => ({
    webhookSubscription: null,
    userErrors: [problem(['webhookSubscription', 'callbackUrl'], message)],
  })
  const uri = input.uri ?? ''
  if (!/^https?:\/\/[^\s/]+\S*$/.test(uri)) return refuse('Address is invalid')
  // Shopify takes https alone. Whoever plays with us on this machine has none.
  if (uri.startsWith('http:') && !/^http:\/\/(?:localhost|127\.0\.0\.1)[:/]/.test(uri))
    return refuse('Address protocol http:// is not supported')
  if (
    ofShop<SubscriptionRow>(env, 'subscription').some(
      (subscription) =>
        subscription.topic === topic && subscription.uri === uri && subscription.filter === (input.filter ?? null),
    )
  ) {
    return refuse('Address for this topic has already been taken')
  }
  const row: SubscriptionRow = {
    id: newId(env.context, 'WebhookSubscription'),
    shop: env.shop,
    topic,
    uri,
    format: input.format ?? 'JSON',
    filter: input.filter ?? null,
    includeFields: input.includeFields ?? [],
    name: input.name ?? null,
    createdAt: moment(env),
  }
  save(env, 'subscription', row)
  return { webhookSubscription: nodeView(env, row.id), userErrors: [] }
}

interface CollectionInput {
  title: string
  handle?: string | null
  descriptionHtml?: string | null
  sortOrder?: string | null
  sources?:
    | { source?: { title: string; inclusion?: { selections?: { productId: string }[] | null } | null } | null }[]
    | null
}
function createCollection(env: Env, input: CollectionInput | null | undefined): View {
  if (!input) return { collection: null, userErrors: [problem(['collection'], 'Collection input is required')] }
  if (!input.title.trim())
    return { collection: null, userErrors: [problem(['collection', 'title'], "Title can't be blank")] }
  if (
    input.handle &&
    ofShop<CollectionRow>(env, 'collection').some((collection) => collection.handle === input.handle)
  ) {
    return { collection: null, userErrors: [problem(['collection', 'handle'], 'Handle has already been taken')] }
  }
  const source = input.sources?.[0]?.source
  const selected = source?.inclusion?.selections?.map((selection) => selection.productId) ?? []
  const row = addCollection(env, { ...input, ...(source ? { sourceTitle: source.title } : {}) })
  for (const product of products(env)) {
    if (selected.includes(product.id))
      save(env, 'product', { ...product, collections: [...product.collections, row.id] } satisfies ProductRow)
  }
  return { collection: collectionView(env, row), userErrors: [] }
}

interface ActivateArgs {
  inventoryItemId: string
  locationId: string
  available?: number | null
  onHand?: number | null
}
function activateItem(env: Env, args: ActivateArgs, info: GraphQLResolveInfo): View {
  const fail = (userError: UserProblem) => ({ itemId: null, userErrors: [userError] })
  const answer = once(env, idempotencyKey(info), 'inventoryActivate', args, () => activate(env, args), fail)
  const row = answer.itemId ? item(env, answer.itemId) : undefined
  const inventoryLevel = row && level(row, args.locationId)
  return { inventoryLevel: inventoryLevel ? levelView(env, row, inventoryLevel) : null, userErrors: answer.userErrors }
}

/** The fields of Mutation. */
export const mutations = {
  productSet: (
    args: { identifier?: Identifier | null; input: ProductInput; synchronous?: boolean | null },
    env: Env,
  ) => {
    const answer = productSet(env, args)
    const product = findProductView(env, answer.productId)
    const asynchronous = args.synchronous === false
    const operation = {
      __typename: 'ProductSetOperation',
      id: newId(env.context, 'ProductSetOperation'),
      status: 'COMPLETE',
      product,
      userErrors: answer.userErrors,
    }
    return {
      product: asynchronous ? null : product,
      productSetOperation: asynchronous ? operation : null,
      userErrors: asynchronous ? [] : answer.userErrors,
    }
  },
  productUpdate: (
    { identifier, product }: { identifier?: Identifier | null; product?: UpdateInput | null },
    env: Env,
  ) => {
    const input = product ?? {}
    const answer = updateProduct(env, identify(env, identifier ?? { id: input.id ?? '' }), input)
    return { product: findProductView(env, answer.productId), userErrors: answer.userErrors }
  },
  productDelete: ({ input }: { input: { id: string } }, env: Env) => {
    const answer = deleteProduct(env, input.id)
    return { deletedProductId: answer.productId, shop: shopView(env), userErrors: answer.userErrors }
  },
  productVariantsBulkUpdate: (
    {
      productId,
      variants,
      allowPartialUpdates,
    }: { productId: string; variants: BulkVariant[]; allowPartialUpdates?: boolean | null },
    env: Env,
  ) => {
    const answer = bulkUpdate(env, productId, variants, allowPartialUpdates ?? false)
    const product = find<ProductRow>(env, 'product', productId)
    const changed =
      product && answer.variantIds
        ? product.variants
            .filter((variant) => answer.variantIds?.includes(variant.id))
            .map((variant) => variantView(env, product, variant))
        : null
    return { product: findProductView(env, answer.productId), productVariants: changed, userErrors: answer.userErrors }
  },
  publishablePublish: ({ id, input }: { id: string; input: { publicationId?: string | null }[] }, env: Env) => {
    const userErrors = setPublished(env, id, input, true)
    return { publishable: nodeView(env, id), shop: shopView(env), userErrors }
  },
  publishableUnpublish: ({ id, input }: { id: string; input: { publicationId?: string | null }[] }, env: Env) => {
    const userErrors = setPublished(env, id, input, false)
    return { publishable: nodeView(env, id), shop: shopView(env), userErrors }
  },
  collectionCreate: ({ collection }: { collection?: CollectionInput | null }, env: Env) =>
    createCollection(env, collection),
  inventorySetQuantities: ({ input }: { input: SetInput }, env: Env, info: GraphQLResolveInfo) => {
    const key = idempotencyKey(info)
    insistOnChangeFrom(input.quantities, 'InventoryQuantityInput')
    return answerView(
      env,
      once(env, key, 'inventorySetQuantities', input, () => setQuantities(env, input), failAnswer),
    )
  },
  inventoryAdjustQuantities: ({ input }: { input: AdjustInput }, env: Env, info: GraphQLResolveInfo) => {
    const key = idempotencyKey(info)
    insistOnChangeFrom(input.changes, 'InventoryChangeInput')
    return answerView(
      env,
      once(env, key, 'inventoryAdjustQuantities', input, () => adjustQuantities(env, input), failAnswer),
    )
  },
  inventoryActivate: (args: ActivateArgs, env: Env, info: GraphQLResolveInfo) => activateItem(env, args, info),
  fulfillmentCreate: ({ fulfillment }: { fulfillment: FulfillmentInput }, env: Env) =>
    fulfillmentAnswer(env, createFulfillment(env, fulfillment)),
  fulfillmentTrackingInfoUpdate: (args: { fulfillmentId: string; trackingInfoInput: TrackingInput }, env: Env) =>
    fulfillmentAnswer(env, updateTracking(env, args.fulfillmentId, args.trackingInfoInput)),
  refundCreate: ({ input }: { input: RefundInput }, env: Env, info: GraphQLResolveInfo) => {
    const key = idempotencyKey(info)
    const { refundId, userErrors } = once(
      env,
      key,
      'refundCreate',
      input,
      () => createRefund(env, input),
      (userError) => ({ refundId: null, userErrors: [userError] }),
    )
    const order = find<OrderRow>(env, 'order', input.orderId)
    const row = order?.refunds.find(({ id }) => id === refundId)
    return {
      order: order ? orderView(env, order) : null,
      refund: order && row ? refundView(env, order, row) : null,
      userErrors,
    }
  },
  orderCancel: (args: CancelArgs, env: Env) => cancelOrder(env, args),
  webhookSubscriptionCreate: (
    { topic, webhookSubscription }: { topic: string; webhookSubscription: SubscriptionInput },
    env: Env,
  ) => subscribe(env, topic, webhookSubscription),
  webhookSubscriptionDelete: ({ id }: { id: string }, env: Env) => {
    if (!find<SubscriptionRow>(env, 'subscription', id)) {
      return {
        deletedWebhookSubscriptionId: null,
        userErrors: [problem(['id'], 'Webhook subscription does not exist')],
      }
    }
    env.context.store.delete('subscription', id)
    return { deletedWebhookSubscriptionId: id, userErrors: [] }
  },
  appUninstall: (_: object, env: Env) => {
    uninstall(env)
    return { app: appView(env), userErrors: [] }
  },
}
