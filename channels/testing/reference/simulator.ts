import { createHmac, randomBytes } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { htmlPage, escapeHtml } from '#sandbox/kit/pages.ts'
import type { MakeSimulator, SimAnswer, SimContext, SimRequest } from '#sandbox/kit/simulator.ts'
import { challengeOf } from '../../kit/oauth.ts'
import { type Item, type Order, answer, need, no, Refused, type Sale, stateOf } from './state.ts'
import { byHand } from './by-hand.ts'

/** What its operator finds on the app's page there: calls to us are signed with it. */
export const webhookKey = 'the-key-on-the-app-page'
const APP_CALLS = 5000
const PAGE = 25
const TOKEN_SECONDS = 1800

/**
 * A channel that nobody could wish for: PKCE, an end of tokens told as a date, the app's name in every call and a day's calls for all of its accounts
 * together, items that are made as nameless drafts, pictures as bytes, one write at a time, a call for each number and each price, no item without
 * pieces, yen, one address of webhooks for all accounts that answers a question first, and no parcels.
 */
export const makeReference: MakeSimulator = (context) => {
  const state = stateOf(context)
  const call = async (request: SimRequest): Promise<SimAnswer> => {
    try {
      return await route(context, state, request)
    } catch (error) {
      if (error instanceof Refused) return answer(error.status, { error: error.body }, error.headers)
      throw error
    }
  }
  const failures = {
    error500: () => no(500, 'internal', 'Something went wrong.'),
    rate_limit: () => no(429, 'slow_down', 'Slow down.', { 'retry-after': '1' }),
    forbidden: () => no(403, 'forbidden', 'This call is not for you.'),
  }
  return {
    handle: call,
    faultable: ({ path }) => path.startsWith('/v1/'),
    fail: (kind) => {
      const { status, body, headers } = failures[kind]()
      return answer(status, { error: body }, headers)
    },
    useUp: () => state.setUsed(APP_CALLS),
    refill: () => state.setUsed(0),
    takeAway: () => undefined,
    expireTokens: (revoke) => context.store.clear(revoke ? ['token', 'refresh'] : ['token']),
    ...byHand(context, state, (sale) => tell(context, state, sale)),
  }
}

type State = ReturnType<typeof stateOf>

async function route(context: SimContext, state: State, request: SimRequest): Promise<SimAnswer> {
  const { method, path } = request
  if (path === '/consent') return consent(context, request)
  if (path === '/token' && method === 'POST') return token(context, request)
  if (path === '/app/webhook' && method === 'PUT') return register(context, request)
  const account = seller(context, state, request)
  if (method === 'GET') return read(state, account, request)
  // Two at once are refused, as they would be where each takes a while.
  if (state.isWriting()) throw no(409, 'one_at_a_time', 'Another change is being made.')
  state.setWriting(true)
  try {
    await wait(1)
    return await write(context, state, account, request)
  } finally {
    state.setWriting(false)
  }
}

/** Whose token it is. @throws Refused unless the app names itself, has calls left, and the token holds */
function seller(context: SimContext, state: State, { headers }: SimRequest): string {
  const { clientId, clientSecret } = context.app
  if (headers['x-app'] !== `${clientId}:${clientSecret}`) throw no(401, 'unknown_app', 'Which app is this?')
  if (state.use() > APP_CALLS) {
    const tomorrow = new Date(context.now().getTime() + 86_400_000).toISOString()
    throw no(429, 'app_calls_used_up', 'This app has no calls left today.', { 'x-calls-reset': tomorrow })
  }
  const bearer = (headers.authorization ?? '').replace(/^Bearer /, '')
  const grant = context.store.get<{ account: string; ends: string }>('token', bearer)
  if (!grant || new Date(grant.ends) <= context.now()) throw no(401, 'token_ended', 'This token does not hold.')
  return grant.account
}

const form = ({ rawBody }: SimRequest) => new URLSearchParams(rawBody.toString('utf8'))
const json = ({ rawBody }: SimRequest) => JSON.parse(rawBody.toString('utf8') || '{}') as Record<string, unknown>

const names = ['client_id', 'redirect_uri', 'state', 'region', 'code_challenge', 'code_challenge_method']

/** Says yes, as the seller that the address names. */
function consent(context: SimContext, request: SimRequest): SimAnswer {
  const params = request.method === 'POST' ? form(request) : request.query
  if (params.get('client_id') !== context.app.clientId) throw no(400, 'unknown_app', 'Which app is this?')
  if (!params.get('code_challenge') || params.get('code_challenge_method') !== 'S256')
    throw no(400, 'no_challenge', 'A challenge (S256) is needed.')
  if (params.get('redirect_uri') !== context.app.redirectUri) throw no(400, 'wrong_address', 'That is not the app.')
  if (params.get('region') !== 'jp') throw no(400, 'wrong_region', 'This shop is in another region.')
  if (request.method === 'GET') {
    const fields = [...names, 'account'].map(
      (name) => `<input type="hidden" name="${name}" value="${escapeHtml(params.get(name) ?? '')}">`,
    )
    return htmlPage({
      title: 'Let the app in?',
      main: `<form method="post">${fields.join('')}<button>Yes</button></form>`,
    })
  }
  const code = randomBytes(16).toString('hex')
  const account = params.get('account') || 'seller-1'
  context.store.put('code', code, { account, challenge: params.get('code_challenge') })
  const back = new URL(context.app.redirectUri)
  back.search = String(new URLSearchParams({ code, state: params.get('state') ?? '' }))
  return { status: 302, headers: { location: back.href } }
}

function token(context: SimContext, request: SimRequest): SimAnswer {
  const params = form(request)
  const refused = (why: string) => answer(400, { error: 'invalid_grant', error_description: why })
  const { clientId, clientSecret } = context.app
  if (request.headers['x-app'] !== `${clientId}:${clientSecret}`) return answer(401, { error: 'invalid_client' })
  const take = <T>(kind: string, id: string): T | undefined => {
    const record = context.store.get<T>(kind, id)
    context.store.delete(kind, id)
    return record
  }
  const isCode = params.get('grant_type') === 'authorization_code'
  const kind = isCode ? 'code' : 'refresh'
  const grant = take<{ account: string; challenge?: string }>(kind, params.get(isCode ? 'code' : 'refresh_token') ?? '')
  if (!grant) return refused('It was used, or never given.')
  if (isCode && challengeOf(params.get('code_verifier') ?? '') !== grant.challenge)
    return refused('The proof is wrong.')
  const [access, refresh] = [randomBytes(16).toString('hex'), randomBytes(16).toString('hex')]
  const ends = new Date(context.now().getTime() + TOKEN_SECONDS * 1000).toISOString()
  context.store.put('token', access, { account: grant.account, ends })
  context.store.put('refresh', refresh, { account: grant.account })
  context.store.put('account', grant.account, grant.account)
  return answer(200, { access_token: access, refresh_token: refresh, expires_at: ends, merchant: grant.account })
}

/** The operator's own form: one address for all accounts, which must answer a question first. */
async function register(context: SimContext, request: SimRequest): Promise<SimAnswer> {
  const url = String(json(request).url)
  const question = randomBytes(8).toString('hex')
  const response = await fetch(url, { method: 'POST', ...signedHook(url, JSON.stringify({ question })) })
  if (!response.ok || (await response.text()) !== question) throw no(400, 'no_answer', 'The address did not answer.')
  context.store.put('hook', 'url', url)
  return answer(200, {})
}

const signedHook = (url: string, body: string) => ({
  headers: {
    'content-type': 'application/json',
    'x-signature': createHmac('sha256', webhookKey).update(url).update(body).digest('base64'),
  },
  body,
})

function tell(context: SimContext, state: State, { account, type, ref }: Sale): void {
  const url = context.store.get<string>('hook', 'url')
  if (url === undefined) return
  const body = JSON.stringify({ events: [{ id: String(state.number('event')), account, type, ref }] })
  context.deliver({ url, ...signedHook(url, body) })
}

const seen = ({ pictures, price, ...item }: Item) => ({
  ...item,
  ...inYen(price),
  pictures: pictures.map(({ url }) => url),
})
const seenOrder = ({ lines, seenFrom: _seenFrom, ...order }: Order) => ({
  ...order,
  currency: 'JPY',
  lines: lines.map(({ price, ...line }) => ({ ...line, ...inYen(price) })),
})
const inYen = (price: number) => ({ price: String(price), currency: 'JPY' })

function read(state: State, account: string, { path, query }: SimRequest): SimAnswer {
  const [, , kind, id] = path.split('/')
  if (kind === 'me') return answer(200, { id: account, name: `Shop of ${account}`, currency: 'JPY' })
  if (kind === 'items' && id) return answer(200, seen(state.item(account, id)))
  const after = query.get('after') ?? ''
  if (kind === 'items') {
    // Drafts are only on the seller's own pages.
    const all = state.items(account).filter((item) => item.state !== 'draft')
    return answer(
      200,
      page(all.map(seen), after, ({ id }) => id.padStart(9, '0')),
    )
  }
  if (kind === 'orders') {
    const place = ({ changed, id }: Order) => `${changed} ${id.padStart(9, '0')}`
    const all = state.orders(account).sort((a, b) => (place(a) < place(b) ? -1 : 1))
    const since = query.get('since') ?? ''
    const cut = page(
      all.filter(({ changed }) => changed >= since),
      after,
      place,
    )
    return answer(200, { ...cut, data: cut.data.map(seenOrder) })
  }
  throw no(404, 'no_such_page', 'There is no such page.')
}

/** What comes after a place of a list, so that nothing is missed while it moves. */
function page<T>(all: T[], after: string, place: (item: T) => string) {
  const rest = all.filter((item) => place(item) > after)
  const shown = rest.slice(0, PAGE)
  const last = shown.at(-1)
  return { data: shown, after: rest.length > PAGE && last ? place(last) : null }
}

async function write(context: SimContext, state: State, account: string, request: SimRequest): Promise<SimAnswer> {
  const { method } = request
  const [, , kind, id, part] = request.path.split('/')
  if (kind !== 'items') throw no(404, 'no_such_page', 'There is no such page.')
  if (id === undefined) {
    if (method !== 'POST') throw no(405, 'method', 'Not like this.')
    const item = state.make(account, title(json(request).title))
    return answer(201, seen(item))
  }
  const item = state.item(account, id)
  if (method === 'DELETE' && part === undefined) {
    state.remove(item)
    return answer(204)
  }
  const asks = `${method} ${part ?? ''}`
  if (asks === 'PATCH ') state.put({ ...item, ...patch(json(request)) })
  else if (asks === 'PUT stock') state.put({ ...item, quantity: pieces(json(request).quantity) })
  else if (asks === 'PUT price') state.put({ ...item, price: yen(json(request)) })
  else if (asks === 'POST pictures') state.put({ ...item, pictures: [await picture(context, request)] })
  else if (asks === 'POST publish') state.put({ ...item, state: publishable(item) })
  else throw no(405, 'method', 'Not like this.')
  return answer(200, seen(state.item(account, id)))
}

function title(input: unknown): string {
  const text = need(input, 'title')
  if (text.length > 140) throw no(422, 'invalid', 'A title has at most 140 characters.', {}, 'title')
  return text
}

function patch(input: Record<string, unknown>): Partial<Item> {
  const change: Partial<Item> = {}
  if (input.title !== undefined) change.title = title(input.title)
  if (input.sku !== undefined) change.sku = need(input.sku, 'sku')
  if (input.description !== undefined) change.description = String(input.description)
  if (input.hidden !== undefined) change.state = input.hidden ? 'hidden' : 'live'
  return change
}

function pieces(input: unknown): number {
  if (!Number.isSafeInteger(input) || (input as number) < 1)
    throw no(422, 'invalid', 'An item has one piece at least: hide it instead.', {}, 'quantity')
  return input as number
}

function yen({ amount, currency }: Record<string, unknown>): number {
  if (currency !== 'JPY' || typeof amount !== 'string' || !/^[1-9]\d*$/.test(amount))
    throw no(422, 'invalid', 'A price is a whole number of yen.', {}, 'price')
  return Number(amount)
}

/** Bytes in a form; an address is no picture here. */
async function picture({ baseUrl }: SimContext, { rawBody, headers }: SimRequest) {
  const sent = new Response(new Uint8Array(rawBody), { headers: { 'content-type': headers['content-type'] ?? '' } })
  const file = await sent.formData().then(
    (parts) => parts.get('file'),
    () => null,
  )
  const bytes = file instanceof File ? new Uint8Array(await file.arrayBuffer()) : new Uint8Array()
  if (bytes[0] !== 0xff || bytes[1] !== 0xd8) throw no(422, 'invalid', 'Send the picture as JPEG.', {}, 'pictures')
  return { url: `${baseUrl}/pictures/${randomBytes(6).toString('hex')}.jpg`, bytes: bytes.length }
}

function publishable(item: Item): Item['state'] {
  if (item.state !== 'draft') throw no(409, 'published', 'It is published already.')
  for (const [field, isThere] of [
    ['sku', item.sku !== ''],
    ['price', item.price > 0],
    ['quantity', item.quantity > 0],
    ['pictures', item.pictures.length > 0],
  ] as const)
    if (!isThere) throw no(422, 'invalid', `The ${field} is missing.`, {}, field)
  return 'live'
}
