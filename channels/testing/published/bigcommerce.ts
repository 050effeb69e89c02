import { readdirSync } from 'node:fs'
import type { Inspect } from '../conformance/stage.ts'
import { channelSpecs, hasPublished } from './specs.ts'
import { type ApiChecker, openApiChecker } from './spec.ts'

const folder = 'bigcommerce/spec'
export const isBigCommerceDescribed = hasPublished(folder)

/** Gives the checker of the file that describes a call, and the call's path as it is named there. */
function finder(): (method: string, path: string) => { checker: ApiChecker; path: string } | undefined {
  const files = readdirSync(`${channelSpecs}/${folder}`)
  const checkers = Map.groupBy(
    files.map((file) => ({
      version: /\.(v\d)\.json$/.exec(file)?.[1],
      checker: openApiChecker(`${channelSpecs}/${folder}/${file}`),
    })),
    ({ version }) => version,
  )
  return (method, url) => {
    const [, version, path] = /^\/stores\/[^/]+\/(v\d)(\/.*)$/.exec(url) ?? []
    if (!version || !path) return undefined
    const match = checkers.get(version)?.find(({ checker }) => checker.describes(method, path))
    return match && { checker: match.checker, path }
  }
}

/** Every call is held against BigCommerce's own descriptions, of which each area has one. @param base where its API is */
export function inspectBigCommerce(base: string): Inspect {
  const find = finder()
  return ({ method, url, json, headers }, { status, body }) => {
    const relativePath = url.slice(base.length)
    if (relativePath === '/oauth2/token') return []
    const match = find(method, relativePath)
    if (!match) return [`${method} ${relativePath} is not described`]
    const { checker, path } = match
    // The direction of a sort is described in words alone.
    const requestPath = path.replace(/(sort=[a-z_]+)%3A(asc|desc)/, '$1')
    const { products, variants } = apart(body)
    const within = find('GET', '/stores/s/v3/catalog/products/1/variants')
    const ofVariants = variants.flatMap(
      (all) => within?.checker.checkResponse('GET', within.path, 200, { data: all, meta: {} }) ?? [],
    )
    return [
      ...(headers?.['x-auth-token'] ? [] : ['X-Auth-Token is missing']),
      ...checker.checkRequest(method, requestPath, ofOneKind(json)),
      ...checker.checkResponse(method, path, status, body === '' ? undefined : products),
      ...ofVariants,
    ].filter((problem) => !slips.some((slip) => slip.test(problem)))
  }
}

/** What the descriptions say although their own texts, or the API, say otherwise. */
const slips = [
  // "You can create multiple product variants using the variants array": none of them has an id yet.
  /^request of POST \/catalog\/products: \/variants\/\d+ must have required property '(id|product_id)'/,
  // "To create a new variant: product_id, sku, option_values".
  /^request of PUT \/catalog\/variants: \/\d+ must NOT have additional properties .*"(sku|product_id|option_values)"/,
  // An empty list of V2 has no body.
  /^answer 204 of GET \/orders(\/\{order_id\}\/\w+)?: the status is not described/,
  // A store without webhooks has none.
  /^answer 200 of GET \/hooks: \/data must NOT have fewer than 1 items/,
]

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Of what is refunded exactly one kind may fit; a part of the order itself is described as two of them, word for word. */
function ofOneKind(json: unknown): unknown {
  if (!isObject(json) || !Array.isArray(json['items'])) return json
  const items = json['items'].map((item: unknown) =>
    isObject(item) && item['item_type'] === 'ORDER' ? { ...item, item_type: 'HANDLING' } : item,
  )
  return { ...json, items }
}

/** The variants that came with products are described where they are asked for by themselves. */
function apart(body: unknown): { products: unknown; variants: unknown[] } {
  if (!isObject(body)) return { products: body, variants: [] }
  const { data } = body
  const children: unknown[] = []
  const without = (value: unknown): unknown => {
    if (!isObject(value) || !Array.isArray(value['variants'])) return value
    const { variants, ...rest } = value
    children.push(variants)
    return rest
  }
  const products = Array.isArray(data) ? data.map(without) : without(data)
  return { products: 'data' in body ? { ...body, data: products } : body, variants: children }
}
