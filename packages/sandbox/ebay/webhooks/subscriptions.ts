import { createHash, randomUUID } from 'node:crypto'
import { objectOf, textOf, type Json } from '../../kit/json.ts'
import type { SimContext } from '../../kit/simulator.ts'
import { type Call, type Handler, noContent, ok, route } from '../api/call.ts'
import { accessError, noticeError, refuse } from '../api/errors.ts'

export const SALES = 'ORDER_CONFIRMATION'
const base = '/commerce/notification/v1'
const schemaVersion = '1.0'

export interface Destination {
  destinationId: string
  name: string
  status: string
  deliveryConfig: { endpoint: string; verificationToken: string }
}
export interface Subscription {
  subscriptionId: string
  seller: string
  topicId: string
  destinationId: string
  status: string
  creationDate: string
  payload: Json
}

export const destinations = ({ store }: SimContext): Destination[] => store.list<Destination>('notice-destination')
export const subscriptions = ({ store }: SimContext): Subscription[] => store.list<Subscription>('notice-subscription')

/** Topics, destinations and alerts are the app's, subscriptions to sales the seller's. */
const ofApp =
  (handle: Handler): Handler =>
  (call) => {
    if (call.shop.seller !== '') throw refuse(403, accessError(1100, 'Access denied'))
    return handle(call)
  }
const ofSeller =
  (handle: Handler): Handler =>
  (call) => {
    if (call.shop.seller === '') throw refuse(403, noticeError(195_011, 'Not authorized for this topic.'))
    return handle(call)
  }

const sales = {
  topicId: SALES,
  description: 'A buyer has completed the checkout.',
  scope: 'USER',
  status: 'ENABLED',
  context: 'SELL',
  filterable: false,
  authorizationScopes: ['https://api.ebay.com/oauth/api_scope'],
  supportedPayloads: [{ schemaVersion, format: ['JSON'], deliveryProtocol: 'HTTPS', deprecated: false }],
}
const getTopic = ofApp(({ params: [topicId] }) => {
  if (topicId !== SALES) throw refuse(404, noticeError(195_002, 'Invalid or missing topic id.'))
  return ok(sales)
})
const listTopics = ofApp((call) => page(call, 'topics', [sales]))

const getConfig = ofApp(({ context }) => {
  const alertEmail = context.store.get<string>('notice-config', 'email') ?? 'operator@seller.example'
  return ok({ alertEmail })
})
const putConfig = ofApp(({ context, body }) => {
  const email = textOf(body()['alertEmail'])
  if (!email.includes('@')) throw refuse(400, noticeError(195_025, 'Invalid or missing email.'))
  context.store.put('notice-config', 'email', email)
  return noContent
})

const created = ({ baseUrl }: SimContext, path: string) => ({
  status: 201,
  headers: { location: `${baseUrl}${base}${path}` },
  body: {},
})

/** A page with all of them: no app of the sandbox has hundreds. */
const page = (call: Call, name: string, rows: readonly unknown[]) =>
  ok({ [name]: rows, total: rows.length, limit: Number(call.query.get('limit') ?? 20), href: call.request.path })

const listDestinations = ofApp((call) => page(call, 'destinations', destinations(call.context)))
const createDestination = ofApp(async (call) => {
  const { context } = call
  const destinationId = randomUUID()
  context.store.put('notice-destination', destinationId, await readDestination(call, destinationId))
  return created(context, `/destination/${destinationId}`)
})
const updateDestination = ofApp(async (call) => {
  const [destinationId = ''] = call.params
  if (!destinations(call.context).some((known) => known.destinationId === destinationId))
    throw refuse(404, noticeError(195_022, 'Invalid or missing destination id.'))
  call.context.store.put('notice-destination', destinationId, await readDestination(call, destinationId))
  return noContent
})

/** @throws EbayError also where the endpoint does not prove that it is the app's */
async function readDestination(call: Call, destinationId: string): Promise<Destination> {
  const body = call.body()
  const config = objectOf(body['deliveryConfig'])
  const [name, status] = [textOf(body['name']), textOf(body['status'])]
  const [endpoint, token] = [textOf(config['endpoint']), textOf(config['verificationToken'])]
  if (name === '' || name.length > 64) throw refuse(400, noticeError(195_016, 'Invalid name.'))
  if (!isEndpoint(endpoint)) throw refuse(400, noticeError(195_017, 'Invalid or missing endpoint.'))
  if (status !== 'ENABLED' && status !== 'DISABLED')
    throw refuse(400, noticeError(195_018, 'Invalid or missing destination status.'))
  if (!/^[\w-]{32,80}$/.test(token))
    throw refuse(400, noticeError(195_019, 'Invalid or missing verification token for this endpoint.'))
  const isOther = (other: Destination) =>
    other.deliveryConfig.endpoint === endpoint && other.destinationId !== destinationId
  if (destinations(call.context).some(isOther))
    throw refuse(409, noticeError(195_021, 'Destination exists for this endpoint'))
  if (!(await answersChallenge(endpoint, token)))
    throw refuse(409, noticeError(195_020, 'Challenge verification failed for requested endpoint'))
  return { destinationId, name, status, deliveryConfig: { endpoint, verificationToken: token } }
}

/** Real eBay wants https; the sandbox also takes http to this machine. */
function isEndpoint(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

/** Whether whoever answers there knows the token. */
export async function answersChallenge(endpoint: string, token: string): Promise<boolean> {
  const code = randomUUID()
  const expected = createHash('sha256').update(code).update(token).update(endpoint).digest('hex')
  try {
    const answer = await fetch(`${endpoint}?challenge_code=${code}`, { signal: AbortSignal.timeout(3000) })
    const response = answer.ok ? ((await answer.json()) as { challengeResponse?: unknown }) : {}
    return response.challengeResponse === expected
  } catch {
    // It is away, or does not speak JSON: both are no answer.
    return false
  }
}

const own = ({ context, shop }: Call) => subscriptions(context).filter(({ seller }) => seller === shop.seller)
const shown = ({ subscriptionId, topicId, destinationId, status, creationDate, payload }: Subscription) => ({
  subscriptionId,
  topicId,
  destinationId,
  status,
  creationDate,
  payload,
})

const listSubscriptions = ofSeller((call) => page(call, 'subscriptions', own(call).map(shown)))
const createSubscription = ofSeller((call) => {
  const { context, shop } = call
  const topicId = textOf(call.body()['topicId'])
  if (topicId !== SALES) throw refuse(400, noticeError(195_027, 'Invalid or missing topic id.'))
  if (own(call).length > 0) throw refuse(409, noticeError(195_012, 'Subscription already exists'))
  const subscriptionId = randomUUID()
  const made = { subscriptionId, seller: shop.seller, topicId, creationDate: shop.now(), ...readSubscription(call) }
  context.store.put('notice-subscription', subscriptionId, made satisfies Subscription)
  return created(context, `/subscription/${subscriptionId}`)
})
const updateSubscription = ofSeller((call) => {
  const known = own(call).find(({ subscriptionId }) => subscriptionId === call.params[0])
  if (!known) throw refuse(404, noticeError(195_013, 'The subscription id does not exist.'))
  call.context.store.put('notice-subscription', known.subscriptionId, { ...known, ...readSubscription(call) })
  return noContent
})

function readSubscription(call: Call): Pick<Subscription, 'destinationId' | 'status' | 'payload'> {
  const body = call.body()
  const payload = objectOf(body['payload'])
  const [destinationId, status] = [textOf(body['destinationId']), textOf(body['status'])]
  const destination = destinations(call.context).find((known) => known.destinationId === destinationId)
  if (!destination) throw refuse(400, noticeError(195_007, 'Invalid or missing destination id.'))
  if (status !== 'ENABLED' && status !== 'DISABLED')
    throw refuse(400, noticeError(195_006, 'Invalid or missing subscription status.'))
  if (payload['schemaVersion'] !== schemaVersion)
    throw refuse(400, noticeError(195_008, 'Invalid or missing schema version.'))
  if (payload['format'] !== 'JSON')
    throw refuse(400, noticeError(195_009, 'Specified format is not supported for the topic.'))
  if (payload['deliveryProtocol'] !== 'HTTPS') throw refuse(400, noticeError(195_010, 'Invalid or missing protocol'))
  if (status === 'ENABLED' && destination.status !== 'ENABLED')
    throw refuse(409, noticeError(195_015, 'The subscription cannot be enabled since the destination is not enabled.'))
  return { destinationId, status, payload }
}

export const subscriptionRoutes = [
  route(null, 'GET', `${base}/topic`, listTopics),
  route(null, 'GET', `${base}/topic/{}`, getTopic),
  route(null, 'GET', `${base}/config`, getConfig),
  route(null, 'PUT', `${base}/config`, putConfig),
  route(null, 'GET', `${base}/destination`, listDestinations),
  route(null, 'POST', `${base}/destination`, createDestination),
  route(null, 'PUT', `${base}/destination/{}`, updateDestination),
  route(null, 'GET', `${base}/subscription`, listSubscriptions),
  route(null, 'POST', `${base}/subscription`, createSubscription),
  route(null, 'PUT', `${base}/subscription/{}`, updateSubscription),
]
