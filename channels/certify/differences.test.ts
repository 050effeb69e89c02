import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { BuiltId } from '#contract/channels/names.ts'
import type { CheckStep } from '#contract/integrations/checks.ts'
import type { Sandbox } from '#sandbox/main.ts'
import { openSandbox } from '#sandbox/testing/open.ts'
import type { HttpAnswer } from '../call.ts'
import { simulatedAccount, simulatedWalk } from '../testing/certify/simulated.ts'
import { remote } from '../testing/conformance/stage.ts'
import { compare } from './compare.ts'
import { isTestSku } from './product.ts'
import { callName, type Exchange, pathOf } from './record.ts'

type Change = (answer: HttpAnswer) => HttpAnswer
type Json = Record<string, unknown>

/** Changes every object of an answer. */
const each =
  (change: (object: Json) => Json): Change =>
  (answer) => {
    const into = (value: unknown): unknown => {
      if (Array.isArray(value)) return value.map(into)
      if (typeof value !== 'object' || value === null) return value
      return change(Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, into(inner)])))
    }
    return { ...answer, body: into(answer.body) }
  }
const renamed = (from: string, to: string): Change =>
  each((object) =>
    Object.fromEntries(Object.entries(object).map(([name, value]) => [name === from ? to : name, value])),
  )
const says = (field: string, value: unknown): Change =>
  each((object) => (Object.hasOwn(object, field) ? { ...object, [field]: value } : object))
const asText = (field: string): Change =>
  each((object) => (Object.hasOwn(object, field) ? { ...object, [field]: String(object[field]) } : object))
const status =
  (code: number, body?: unknown): Change =>
  (answer) => ({ ...answer, status: code, ...(body !== undefined && { body }) })

interface Planted {
  channel: BuiltId
  what: string
  step: CheckStep
  call: string
  change: Change
  /** Where the report must say it, and what it says of both. */
  at: string
  account: string
  simulator: string
}
const row = (
  channel: BuiltId,
  what: string,
  [step, call]: [CheckStep, string],
  change: Change,
  [at, account, simulator]: [string, string, string],
): Planted => ({ channel, what, step, call, change, at, account, simulator })

const product = '/stores/{id}/v3/catalog/products'
const item = '/v3/merchants/{id}/items'
const etsyListings = '/v3/application/shops/{id}/listings'
const sheetError = { error: { code: 403, message: 'No.', status: 'PERMISSION_DENIED' } }
const squareError = { errors: [{ category: 'INVALID_REQUEST_ERROR', code: 'NOT_FOUND' }] }

const planted: Planted[] = [
  row('ebay', 'a renamed id', ['create', 'POST /sell/inventory/v1/offer'], renamed('offerId', 'offerID'), [
    'answer.offerId',
    'absent',
    '"<digits>"',
  ]),
  row(
    'ebay',
    'an object instead of a word',
    ['change', 'GET /sell/inventory/v1/offer/{id}'],
    says('format', { name: 'x' }),
    ['answer.format', 'object', '"FIXED_PRICE"'],
  ),
  row('ebay', 'a new status', ['create', 'PUT /sell/inventory/v1/inventory_item/{id}'], status(200), [
    'status',
    '200',
    '204',
  ]),
  row('ebay', 'another error', ['create', 'GET /sell/inventory/v1/offer'], says('errorId', 25001), [
    'answer.errors[].errorId',
    '25001',
    '25713',
  ]),
  row('ebay', 'another status of a refusal', ['end', 'POST /sell/inventory/v1/offer/{id}/withdraw'], status(409), [
    'status',
    '409',
    '400',
  ]),
  row('ebay', 'another default', ['change', 'GET /sell/inventory/v1/offer/{id}'], says('listingDuration', 'DAYS_30'), [
    'answer.listingDuration',
    '"DAYS_30"',
    '"GTC"',
  ]),
  row('etsy', 'a renamed field', ['create', `POST ${etsyListings}`], renamed('should_auto_renew', 'auto_renew'), [
    'answer.auto_renew',
    'true',
    'absent',
  ]),
  row('etsy', 'a new status', ['create', `POST ${etsyListings}`], status(200), ['status', '200', '201']),
  row('etsy', 'another status of a refusal', ['remove', 'GET /v3/application/listings/{id}/inventory'], status(410), [
    'status',
    '410',
    '404',
  ]),
  row('etsy', 'another default', ['create', `POST ${etsyListings}`], says('should_auto_renew', false), [
    'answer.should_auto_renew',
    'false',
    'true',
  ]),
  row('etsy', 'a number as text', ['create', 'PUT /v3/application/listings/{id}/inventory'], asText('amount'), [
    'answer.products[].offerings[].price.amount',
    '"1234"',
    '1234',
  ]),
  row('shopify', 'a renamed field', ['create', 'GraphQL SaveProduct'], renamed('productSet', 'productSaved'), [
    'answer.data.productSet',
    'absent',
    'object',
  ]),
  row('shopify', 'another state', ['end', 'GraphQL SetStatus'], says('status', 'DRAFT'), [
    'answer.data.productUpdate.product.status',
    '"DRAFT"',
    '"ARCHIVED"',
  ]),
  row('shopify', 'another default', ['read', 'GraphQL Levels'], says('tracked', false), [
    'answer.data.nodes[].tracked',
    'false',
    'true',
  ]),
  row(
    'shopify',
    'an error where there was none',
    ['end', 'GraphQL SetStatus'],
    says('userErrors', [{ field: ['id'], message: 'No.' }]),
    ['answer.data.productUpdate.userErrors[]', 'object', 'absent'],
  ),
  row('shopify', 'a new status', ['price', 'GraphQL SetPrices'], status(202), ['status', '202', '200']),
  row(
    'square',
    'a renamed field',
    ['read', 'POST /v2/inventory/counts/batch-retrieve'],
    renamed('quantity', 'amount'),
    ['answer.counts[].quantity', 'absent', '"1", "<digits>"'],
  ),
  row('square', 'a new status', ['create', 'POST /v2/catalog/batch-upsert'], status(201), ['status', '201', '200']),
  row('square', 'another default', ['change', 'GET /v2/catalog/object/{id}'], says('is_archived', false), [
    'answer.object.item_data.is_archived',
    'false',
    'true',
  ]),
  row('square', 'another state', ['create', 'POST /v2/inventory/changes/batch-create'], says('state', 'IN_TRANSIT'), [
    'answer.counts[].state',
    '"IN_TRANSIT"',
    '"IN_STOCK"',
  ]),
  row('square', 'another error', ['remove', 'POST /v2/catalog/batch-delete'], status(404, squareError), [
    'answer.errors',
    'list',
    'absent',
  ]),
  row('bigcommerce', 'a renamed field', ['create', `POST ${product}`], renamed('is_visible', 'visible'), [
    'answer.data.visible',
    'false',
    'absent',
  ]),
  row('bigcommerce', 'a new status', ['remove', `DELETE ${product}/{id}`], status(200), ['status', '200', '204']),
  row('bigcommerce', 'another default', ['change', `PUT ${product}/{id}`], says('availability', 'preorder'), [
    'answer.data.availability',
    '"preorder"',
    '"available"',
  ]),
  row('bigcommerce', 'a number as text', ['create', `GET ${product}/{id}`], asText('price'), [
    'answer.data.price',
    '"12.34"',
    '12.34',
  ]),
  row(
    'bigcommerce',
    'another error',
    ['create', 'PUT /stores/{id}/v3/inventory/adjustments/absolute'],
    status(422, { status: 422, title: 'No.' }),
    ['status', '422', '200'],
  ),
  row('clover', 'a renamed field', ['create', `POST ${item}`], renamed('priceType', 'pricingType'), [
    'answer.pricingType',
    '"FIXED"',
    'absent',
  ]),
  row('clover', 'another default', ['create', `POST ${item}`], says('defaultTaxRates', false), [
    'answer.defaultTaxRates',
    'false',
    'true',
  ]),
  row('clover', 'a new status', ['remove', `DELETE ${item}/{id}`], status(204), ['status', '204', '200']),
  row(
    'clover',
    'another error',
    ['create', 'POST /v3/merchants/{id}/item_stocks/{id}'],
    status(400, { message: 'No.' }),
    ['status', '400', '200'],
  ),
  row('csv', 'a renamed field', ['account', 'GET /oauth2/v2/userinfo'], renamed('verified_email', 'email_verified'), [
    'answer.verified_email',
    'absent',
    'true',
  ]),
  row('csv', 'a number as text', ['listing', 'POST /v4/spreadsheets/{id}:getByDataFilter'], asText('rowCount'), [
    'answer.sheets[].properties.gridProperties.rowCount',
    '"<digits>"',
    '"<integer>"',
  ]),
  row(
    'csv',
    'another error',
    ['change', 'POST /v4/spreadsheets/{id}/values:batchUpdateByDataFilter'],
    status(403, sheetError),
    ['answer.error', 'object', 'absent'],
  ),
]

let sandbox: Sandbox
// A busy machine needs a while for a walk, of which some tests make three.
const patience = 60_000
beforeAll(async () => {
  sandbox = await openSandbox()
}, patience)
afterAll(() => sandbox.stop())

describe.each([...Map.groupBy(planted, ({ channel }) => channel)])(
  'a walk through %s',
  { timeout: patience },
  (id, rows) => {
    let stage: Awaited<ReturnType<typeof simulatedAccount>>
    let plain: Exchange[]
    beforeAll(async () => {
      stage = await simulatedAccount(sandbox, id)
      plain = (await simulatedWalk(stage)).exchanges
    }, patience)

    it.each(rows)('names $what of $call', async ({ step, call, change, at, account, simulator }) => {
      let current: CheckStep | undefined
      const { exchanges } = await simulatedWalk(stage, {
        report: async (result) => void (current = result.step),
        tamper(request, answer) {
          const { origins, shop } = stage.connection()
          return current === step && callName(request, pathOf(request.url, origins, shop)) === call
            ? change(answer)
            : answer
        },
      })
      expect(compare(exchanges, plain)).toContainEqual({ step, call, at, account, simulator })
      const left = (await remote(sandbox.url, id).listings()).filter(({ sku }) => isTestSku(sku))
      expect(left).toEqual([])
    })
  },
)

it('plants at least thirty differences over all channels', () => {
  expect(planted.length).toBeGreaterThanOrEqual(30)
  expect(new Set(planted.map(({ channel }) => channel)).size).toBe(7)
})
