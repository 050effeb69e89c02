import type { z } from 'zod'
import type { ShopifySettings } from '#contract/channels/shapes/shopify.ts'
import type { HttpAnswer } from '../call.ts'
import { ChannelError, type ExternalListing } from '../channel.ts'
import type { Connection } from '../connection.ts'
import { allPages } from '../kit/paging.ts'
import { readAs } from '../kit/read.ts'
import { originOf } from './connect.ts'
import { type DocumentName, documents, shopifyVersion } from './listings/documents.ts'
import { requestError, statusError } from './errors.ts'
import { type Connected, GraphqlAnswer } from './wire.ts'

export type ShopifyConnection = Connection<ShopifySettings>

/**
 * Shopify counts points, 100 a second for the smallest shops; our quota counts turns of 10 points (limits.quotas).
 * What a document asks for is told with each answer and remembered. What its answer cost is told, too, mostly far less: Shopify gives
 * back the difference, and so do we.
 */
const pointsPerTurn = 10
const points = new Map<DocumentName, number>()

/**
 * One GraphQL request.
 * @throws ChannelError; `maybeDone` only for mutations, for a query changes nothing
 */
export const ask = async <S extends z.ZodType>(
  c: ShopifyConnection,
  name: DocumentName,
  shape: S,
  variables?: Record<string, unknown>,
): Promise<z.output<S>> => (await askTold(c, name, shape, variables)).data

/** The same, with the version that it was answered in, where that is told: Shopify answers one that it serves no more in a later one. */
export async function askTold<S extends z.ZodType>(
  c: ShopifyConnection,
  name: DocumentName,
  shape: S,
  variables: Record<string, unknown> = {},
): Promise<{ data: z.output<S>; version: string | undefined }> {
  const query = documents[name]
  const write = query.startsWith('mutation')
  const answer = await send(c, name, variables, write)
  const body = GraphqlAnswer.safeParse(answer.body).data
  const cost = body?.extensions?.cost?.requestedQueryCost
  if (cost !== undefined) points.set(name, cost)
  if (answer.status !== 200) throw statusError(answer, body, write)
  if (!body) throw new ChannelError('unavailable', 'Shopify returned something unexpected.', { maybeDone: write })
  if (body.errors && !onlyHidden(body)) throw requestError(body, write)
  return { data: readAs('Shopify', shape, body.data, write), version: answer.headers['x-shopify-api-version'] }
}

async function send(c: ShopifyConnection, name: DocumentName, variables: Record<string, unknown>, write: boolean) {
  try {
    return await c.http({
      method: 'POST',
      url: `${originOf(c.origins, c.shop)}/admin/api/${shopifyVersion}/graphql.json`,
      headers: { 'x-shopify-access-token': c.accessToken, 'accept-language': 'en' },
      json: { query: documents[name], variables },
      reads: !write,
      cost: (points.get(name) ?? pointsPerTurn) / pointsPerTurn,
      costTold,
    })
  } catch (error) {
    if (error instanceof ChannelError && !write) throw new ChannelError(error.kind, error.message, { cause: error })
    throw error
  }
}

function costTold({ body }: HttpAnswer): number | undefined {
  const actual = GraphqlAnswer.safeParse(body).data?.extensions?.cost?.actualQueryCost
  return typeof actual === 'number' ? actual / pointsPerTurn : undefined
}

/** Shops may keep buyers' names and addresses from an app: those fields are null and the rest of the answer holds. */
const onlyHidden = ({ data, errors }: GraphqlAnswer) =>
  !!data &&
  Object.values(data).some((value) => value !== null) &&
  Array.isArray(errors) &&
  errors.every((e) => e.extensions?.code === 'ACCESS_DENIED')

/** Every node of a connection. */
export const askAll = <T>(page: (after: string | null) => Promise<Connected<T>>): Promise<T[]> =>
  allPages(async (cursor) => {
    const { nodes, pageInfo } = await page(cursor ?? null)
    return { items: nodes, next: nextOf(pageInfo) }
  })

export const nextOf = ({ hasNextPage, endCursor }: Connected<unknown>['pageInfo']) =>
  hasNextPage && endCursor ? endCursor : undefined

/** What is left of a connection whose first page came with its parent. */
export async function restOf<T>(
  first: Connected<T>,
  page: (after: string) => Promise<Connected<T> | undefined>,
): Promise<T[]> {
  const nodes = [...first.nodes]
  for (let next = nextOf(first.pageInfo); next !== undefined; ) {
    const more = await page(next)
    if (!more) break
    nodes.push(...more.nodes)
    next = nextOf(more.pageInfo)
  }
  return nodes
}

/** `123` → `gid://shopify/Location/123`; an id in full stays. */
export const gid = (kind: string, id: string) => (id.startsWith('gid://') || !id ? id : `gid://shopify/${kind}/${id}`)
/** `gid://shopify/Order/123` → `123` */
export const numberOf = (id: string) => id.split('/').at(-1)?.replace(/\?.*$/, '') ?? id

/** The product behind a listing, also when the listing itself has ended and lost its id. */
export const productIdOf = ({ externalId, parts }: ExternalListing) =>
  externalId || Object.values(parts).find((part) => part.productId)?.productId
