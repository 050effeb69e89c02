import type { MakeSimulator, SimAnswer, SimContext, SimRequest } from '../kit/simulator.ts'
import { addItems, edit, listings } from './by-hand/by-hand.ts'
import type { Handler } from './api/call.ts'
import { GoogleError, lacksScopes, notFound, tooMany } from './api/errors.ts'
import { authorize, giveToken, revoke, userInfo, userOf } from './auth/oauth.ts'
import { editorPage } from './shop/pages.ts'
import { Quotas } from './api/quotas.ts'
import { batchUpdate, create, get, getByDataFilter } from './sheets/spreadsheets.ts'
import { type File, fileById, filesOf, keep, type User, users } from './state.ts'
import * as values from './sheets/values.ts'

interface Route {
  method: string
  /** Below the spreadsheet; its only group is a range. */
  path: RegExp
  kind: 'Read' | 'Write'
  work: Handler
}
const routes: Route[] = [
  { method: 'GET', path: /^$/, kind: 'Read', work: get },
  { method: 'POST', path: /^:getByDataFilter$/, kind: 'Read', work: getByDataFilter },
  { method: 'POST', path: /^:batchUpdate$/, kind: 'Write', work: batchUpdate },
  { method: 'GET', path: /^\/values:batchGet$/, kind: 'Read', work: values.batchGet },
  { method: 'POST', path: /^\/values:batchGetByDataFilter$/, kind: 'Read', work: values.batchGetByDataFilter },
  { method: 'POST', path: /^\/values:batchUpdate$/, kind: 'Write', work: values.batchUpdateValues },
  { method: 'POST', path: /^\/values:batchUpdateByDataFilter$/, kind: 'Write', work: values.batchUpdateByDataFilter },
  { method: 'GET', path: /^\/values\/([^/]+)$/, kind: 'Read', work: values.getValues },
  { method: 'PUT', path: /^\/values\/([^/]+)$/, kind: 'Write', work: values.update },
  { method: 'POST', path: /^\/values\/([^/]+):append$/, kind: 'Write', work: values.append },
  { method: 'POST', path: /^\/values\/([^/]+):clear$/, kind: 'Write', work: values.clear },
]
const readsByPost = /ByDataFilter$/
const isApi = ({ path }: SimRequest) =>
  path.startsWith('/v4/') || path.startsWith('/drive/') || path.startsWith('/oauth2/v2/')

/** Google's sign-in, Drive and Sheets, all hosts under one address. */
export const makeCsv: MakeSimulator = (context) => {
  const quotas = new Quotas(context.now)
  const nobodyBuys = () => {
    throw new Error('Nobody buys in a spreadsheet. Change the quantity in its row instead.')
  }
  return {
    handle: (request) => handle(context, quotas, request),
    faultable: isApi,
    isWrite: ({ method, path }) =>
      method !== 'GET' && (!readsByPost.test(path) || path.endsWith('batchUpdateByDataFilter')),
    fail: (kind) =>
      ({
        rate_limit: tooMany('Read'),
        error500: new GoogleError('INTERNAL', 'Internal error encountered.'),
        forbidden: lacksScopes(),
      })[kind].answer(),
    useUp: () => quotas.useUp(),
    refill: () => quotas.refill(),
    takeAway: () => takeAway(context),
    expireTokens: (isRevoked) => context.store.clear(isRevoked ? ['token', 'refresh'] : ['token']),
    accounts: () => users(context).map(({ email }) => email),
    listings: (account) => listings(context, account),
    addItems: (items, account) => addItems(context, items, account),
    edit: (change, account) => edit(context, change, account),
    buy: nobodyBuys,
    ship: nobodyBuys,
    refund: nobodyBuys,
    cancel: nobodyBuys,
    forget: () => {
      throw new Error('Google does not ask apps to forget a buyer.')
    },
    reset: () => emptyFiles(context),
  }
}

/** What a reset empties: the rows. The spreadsheets and their headers stay, as the places and policies of other channels do. */
function emptyFiles(context: SimContext): void {
  for (const file of context.store.list<File>('file')) {
    const tabs = file.tabs.map((tab) => ({
      ...tab,
      cells: tab.cells.slice(0, 1),
      notes: tab.notes.filter(({ dimension }) => dimension === 'COLUMNS'),
    }))
    keep(context, { ...file, tabs })
  }
}

/** The last sheet of the spreadsheet that was changed last is deleted by its owner. */
function takeAway(context: SimContext): string | undefined {
  const file = users(context)
    .flatMap(({ email }) => filesOf(context, email))
    .toSorted((a, b) => a.modified.localeCompare(b.modified))
    .at(-1)
  const tab = file?.tabs.at(-1)
  if (!file || !tab) return undefined
  // Google keeps one sheet at least.
  const rest = file.tabs.filter((other) => other !== tab)
  if (rest.length === 0) return undefined
  keep(context, { ...file, tabs: rest })
  return tab.title
}

function handle(context: SimContext, quotas: Quotas, request: SimRequest): SimAnswer {
  try {
    return route(context, quotas, request)
  } catch (error) {
    if (error instanceof GoogleError) return error.answer()
    throw error
  }
}

function route(context: SimContext, quotas: Quotas, request: SimRequest): SimAnswer {
  const { method, path } = request
  if (path === '/o/oauth2/v2/auth' && (method === 'GET' || method === 'POST')) return authorize(context, request)
  if (path === '/token' && method === 'POST') return giveToken(context, request)
  if (path === '/revoke' && method === 'POST') return revoke(context, request)
  if (path === '/oauth2/v2/userinfo' && method === 'GET') return userInfo(context, request)
  const [, edited] = /^\/spreadsheets\/d\/([\w-]+)\/edit$/.exec(path) ?? []
  if (edited !== undefined) return editorPage(context, request, edited)
  if (path === '/drive/v3/files' && method === 'GET') return listFiles(context, userOf(context, request, true), request)
  const [, fileId] = /^\/drive\/v3\/files\/([\w-]+)$/.exec(path) ?? []
  if (fileId !== undefined && method === 'GET') return getFile(context, userOf(context, request, true), fileId)
  if (path.startsWith('/v4/spreadsheets')) return ofSheets(context, quotas, request)
  return new GoogleError('NOT_FOUND', 'Not Found').answer()
}

/** What its quotas count. */
function ofSheets(context: SimContext, quotas: Quotas, request: SimRequest): SimAnswer {
  const { method, path } = request
  const user = userOf(context, request, true)
  const allow = (kind: 'Read' | 'Write') => {
    if (!quotas.count(kind, user.email)) throw tooMany(kind)
  }
  if (path === '/v4/spreadsheets' && method === 'POST') {
    allow('Write')
    return create({ context, request, user, range: '' })
  }
  const [, id = '', rest = ''] = /^\/v4\/spreadsheets\/([\w-]+)(.*)$/.exec(path) ?? []
  const endpoint = routes.find((candidate) => candidate.method === method && candidate.path.test(rest))
  if (!endpoint) throw notFound()
  allow(endpoint.kind)
  const file = fileById(context, id)
  // What another owns, or what was never opened with the app, is as if it were not there.
  if (!file?.byApp || file.owner !== user.email) throw notFound()
  return endpoint.work({ context, request, user, file, range: decodeURIComponent(endpoint.path.exec(rest)?.[1] ?? '') })
}

/** What Drive tells of a file where no fields are asked for. @throws GoogleError 404 also for what was not made with the app */
function getFile(context: SimContext, { email }: User, id: string): SimAnswer {
  const file = filesOf(context, email).find((candidate) => candidate.id === id && candidate.byApp)
  if (!file) throw notFound()
  const mimeType = 'application/vnd.google-apps.spreadsheet'
  return { status: 200, body: { kind: 'drive#file', id, name: file.title, mimeType } }
}

/** Of the searches that Drive knows, that for spreadsheets which are not in the trash. */
function listFiles(context: SimContext, { email }: User, { query }: SimRequest): SimAnswer {
  const all = filesOf(context, email).filter(({ byApp }) => byApp)
  const size = Number(query.get('pageSize') ?? 100)
  const from = Number(query.get('pageToken') ?? 0)
  const files = all
    .slice(from, from + size)
    .map(({ id, title, modified }) => ({ id, name: title, modifiedTime: modified }))
  return {
    status: 200,
    body: { files, ...(from + size < all.length && { nextPageToken: String(from + size) }) },
  }
}
