import { createHash, randomBytes } from 'node:crypto'
import { type Channel, ChannelError } from '#channels/channel.ts'
import type { AccountFacts, OAuth2, Tokens } from '#channels/connect.ts'
import { challengeOf, exchangeCode, newVerifier } from '#channels/kit/oauth.ts'
import { channelOf } from '#channels/registry.ts'
import { type ChannelId, channelNames } from '#contract/channels/ids.ts'
import { currencyOfSite } from '#contract/channels/site.ts'
import { type Ctx, inTransaction } from '../../../context.ts'
import { AppError } from '../../../errors.ts'
import { seal, unseal } from '../../../http/seal.ts'
import { enqueue } from '../../../jobs/queue.ts'
import { audit } from '../../audit.ts'
import { guessCurrency } from '../../organizations/service.ts'
import { holdAccount } from './accounts.ts'
import { answered, heard } from './asking.ts'
import {
  channelConfig,
  connectionOf,
  httpFor,
  keepTokens,
  toAppError,
  tokenContext,
} from '../connections/connections.ts'
import { lookForOrders } from '../polling/looks.ts'
import * as queries from '../queries.ts'
import { create, freshSettings, mustHave } from '../service.ts'
import { firstSite, onFreeSite, plainName, withSite } from '../sites.ts'

/** The shop and the seller that the sandbox offers an integration that names none: the organization's own, another for each after the first. */
async function sandboxAccount(ctx: Ctx, channel: ChannelId, { id }: queries.IntegrationRow) {
  const first = await queries.byChannel(ctx, channel)
  const own = [ctx.organizationId, ...(first?.id === id ? [] : [id])]
  return { shop: ['motto-sandbox', ...own].join('-'), seller: ['motto_seller', ...own].join('_') }
}
const STATE_MINUTES = 15
const VERIFIER = 'oauth-verifier'

const hashOf = (state: string) => createHash('sha256').update(state).digest()

/** @throws unsupported where a channel has no consent page */
function consentOf(channel: ChannelId): OAuth2 {
  const { oauth } = channelOf(channel).connect
  if (!oauth)
    throw new AppError('unsupported', `${channelNames[channel]} is connected with a key, not by authorization.`)
  return oauth
}

/** The integration that a query names. @throws integration_missing */
function readId(text: string | undefined): number | undefined {
  if (!text) return undefined
  const id = Number(text)
  if (!Number.isSafeInteger(id)) throw new AppError('integration_missing')
  return id
}

/** Where the browser gives consent. The state in it works once, for this organization, for 15 minutes. */
export async function oauthUrl(ctx: Ctx, channel: ChannelId, query: Record<string, string>): Promise<string> {
  const row = await mustHave(ctx, channel, readId(query.integrationId))
  const oauth = consentOf(channel)
  const { clientId, redirect, origins } = channelConfig(ctx.services, channel)
  const sandbox = ctx.services.config.channelMode === 'sandbox' ? await sandboxAccount(ctx, channel, row) : undefined
  const known = { ...(sandbox && { shop: sandbox.shop }), ...filled({ shop: row.shop, ...row.facts }) }
  const begun = heard(oauth, { ...known, ...filled(query) })
  const state = randomBytes(32).toString('base64url')
  const verifier = oauth.pkce ? newVerifier() : ''
  await queries.saveState(ctx, {
    ...begun,
    hash: hashOf(state),
    integrationId: row.id,
    verifier: verifier ? seal(ctx.services, VERIFIER, hashOf(state).toString('hex'), verifier) : null,
    expiresAt: new Date(ctx.services.clock.now().getTime() + STATE_MINUTES * 60_000),
  })
  const challenge = verifier && challengeOf(verifier)
  const url = new URL(oauth.authorizeUrl({ ...begun, origins, clientId, redirect, state, challenge }))
  // The sandbox's consent pages fill in who consents; a channel knows by its own sign-in.
  if (sandbox) url.searchParams.set('account', plainName(row.accountName) || sandbox.seller)
  return url.href
}

const filled = (answers: Record<string, string>) =>
  Object.fromEntries(Object.entries(answers).filter(([, answer]) => answer !== ''))

interface Begun {
  row: queries.IntegrationRow
  shop: string
  facts: AccountFacts
  verifier: string
}

const beginsThere = (oauth: OAuth2, query: Record<string, string>) =>
  oauth.startsAt === 'channel' && !query.state && !query.error

/**
 * A link that anybody made can bring a stranger's code here, and would connect a stranger's shop. So who is signed in says first that it is theirs,
 * before anything is made or the code is used up.
 * @throws connection_unconfirmed with the question
 */
async function confirmFirst(
  ctx: Ctx,
  channel: ChannelId,
  oauth: OAuth2,
  query: Record<string, string>,
): Promise<never> {
  const { clientSecret } = channelConfig(ctx.services, channel)
  const now = ctx.services.clock.now()
  const { shop } = await askChannel(async () => oauth.readCallback({ query, clientSecret, shop: '', facts: {}, now }))
  const name = channelNames[channel]
  const whose = shop ? `the ${name} shop ${shop}` : `the ${name} account that you come from`
  throw new AppError(
    'connection_unconfirmed',
    `Connect ${whose} to ${await queries.organizationName(ctx)}? Continue only if you started this on ${name} yourself.`,
  )
}

/** What a consent was begun with. @throws invalid_input */
async function beginning(ctx: Ctx, channel: ChannelId, oauth: OAuth2, query: Record<string, string>): Promise<Begun> {
  // One that begins at the channel brings no state of ours: its code alone proves it, and the account that it is for tells whose it is.
  if (beginsThere(oauth, query)) {
    if (!(await queries.byChannel(ctx, channel))) await create(ctx, channel)
    return { row: await mustHave(ctx, channel), shop: '', facts: {}, verifier: '' }
  }
  await mustHave(ctx, channel)
  const state = query.state ? await queries.takeState(ctx, hashOf(query.state)) : undefined
  if (query.error)
    throw new AppError(
      'channel_refused',
      query.error_description || `${channelNames[channel]} didn’t grant access (${query.error}).`,
    )
  const row = state?.userId === ctx.userId ? await queries.byChannel(ctx, channel, state?.integrationId) : undefined
  if (!state || !row)
    throw new AppError('invalid_input', 'This connection request has expired. Start again from Integrations.')
  const verifier = state.verifier
    ? String(unseal(ctx.services, VERIFIER, hashOf(query.state ?? '').toString('hex'), state.verifier))
    : ''
  return { row, shop: state.shop, facts: state.facts, verifier }
}

/**
 * Trades a consent's code for tokens, and asks whose they are.
 * @param confirmed that the signed-in person wants it, which one that began at the channel does not prove
 * @throws connection_unconfirmed
 */
export async function exchange(
  ctx: Ctx,
  channel: ChannelId,
  query: Record<string, string>,
  confirmed: boolean,
): Promise<Met> {
  const oauth = consentOf(channel)
  if (beginsThere(oauth, query) && !confirmed) await confirmFirst(ctx, channel, oauth, query)
  const { row, shop, facts: begun, verifier } = await beginning(ctx, channel, oauth, query)
  const { services } = ctx
  const adapter = channelOf(channel)
  const { clientSecret, redirect } = channelConfig(services, channel)
  return askChannel(async () => {
    const now = services.clock.now()
    const callback = oauth.readCallback({ query, clientSecret, shop, facts: begun, now })
    const facts = { ...begun, ...callback.facts }
    const context = tokenContext(services, channel, { shop, facts })
    const proof = { code: callback.code, redirect, verifier, callback: query }
    const http = httpFor(services, adapter, { organizationId: ctx.organizationId, integrationId: row.id })
    const tokens = await exchangeCode(oauth, http, { ...context, ...proof }, now)
    return meet(ctx, adapter, row, tokens, { shop, facts }, beginsThere(oauth, query))
  })
}

/** Asks whose a key is that the seller made on the channel. @param integrationId whose key is replaced; else another account is connected */
export async function meetByKey(
  ctx: Ctx,
  channel: ChannelId,
  {
    answers,
    integrationId,
    shadow,
  }: { answers: Record<string, string>; integrationId?: number | undefined; shadow?: boolean | undefined },
): Promise<Met> {
  if (integrationId !== undefined) await mustHave(ctx, channel, integrationId)
  const adapter = channelOf(channel)
  const { key } = adapter.connect
  if (!key) throw new AppError('unsupported', `${channelNames[channel]} is connected by authorization, not with a key.`)
  const values = answered(key, answers)
  const { id } =
    integrationId === undefined ? await create(ctx, channel, { another: true, shadow }) : { id: integrationId }
  const row = await mustHave(ctx, channel, id)
  return askChannel(() => meet(ctx, adapter, row, key.readTokens(values), heard(key, answers)))
}

async function askChannel<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ChannelError && (error.kind === 'revoked' || error.kind === 'unauthorized'))
      throw new AppError('channel_refused', error.message, { cause: error })
    throw toAppError(error)
  }
}

/** What a channel says of fresh tokens. */
interface Met {
  row: queries.IntegrationRow
  tokens: Tokens
  account: Whose & { currency: string; facts: AccountFacts; site: string }
  /** Whether the account tells which integration is meant. */
  finds: boolean
}

/** Asks with fresh tokens who it is. */
async function meet(
  ctx: Ctx,
  adapter: Channel,
  row: queries.IntegrationRow,
  tokens: Tokens,
  known: { shop: string; facts: AccountFacts },
  finds = false,
): Promise<Met> {
  const facts = { ...known.facts, ...tokens.facts }
  const identity = await adapter.account(
    connectionOf(ctx.services, adapter, {
      key: { organizationId: ctx.organizationId, integrationId: row.id },
      shop: known.shop,
      facts,
      currency: '',
      accessToken: tokens.accessToken,
      settings: adapter.settings.parse(row.settings),
    }),
  )
  const site = firstSite(row, identity)
  return {
    row,
    tokens,
    account: {
      ...identity,
      site,
      currency: currencyOfSite(row.channel, site) ?? identity.currency,
      shop: identity.shop || known.shop,
      facts: { ...facts, ...identity.facts },
    },
    finds,
  }
}

/** Keeps tokens with whose they are, and starts looking for orders. @throws account_connected, other_account */
export async function connect(ctx: Ctx, { row, tokens, account, finds }: Met): Promise<void> {
  const meant = finds ? await integrationOf(ctx, row, account.accountId) : row
  await connectAccount(ctx, meant, tokens, await onFreeSite(ctx, meant, account)).catch((error: unknown) =>
    whoseAccount(ctx, row.channel, account.accountId, error),
  )
  await guessCurrency(ctx, account.currency)
}

/** The account's own integration, else the one at hand where it is nobody's yet, else another. */
async function integrationOf(
  ctx: Ctx,
  row: queries.IntegrationRow,
  accountId: string,
): Promise<queries.IntegrationRow> {
  const same = await queries.withAccount(ctx, row.channel, accountId)
  if (same) return mustHave(ctx, row.channel, same.id)
  if (!row.accountId) return row
  const { id } = await create(ctx, row.channel, { another: true })
  return mustHave(ctx, row.channel, id)
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0

/** Whoever is signed in to the channel with another account by mistake must not lose what is known of all listings of this one. @throws other_account */
function mustBeLeft({ channel, shop, accountName, accountId, status }: queries.IntegrationRow, other: Whose): void {
  if (status === 'unauthenticated') return
  const name = channelNames[channel]
  const [ours, theirs] = [shop || accountName || accountId, other.shop || other.name || other.accountId]
  throw new AppError(
    'other_account',
    `This connection is of the ${name} account ${ours}, and you authorized ${theirs}. Nothing was changed. Sign in to ${name} as ${ours} and try again; connect ${theirs} as another account; or, to replace ${ours} and forget its listings, disconnect it first.`,
  )
}

interface Whose {
  accountId: string
  shop: string
  name: string
}

/** Keeps the tokens together with whose it is: no other account's token is ever used for what was listed with this one. */
const connectAccount = (ctx: Ctx, { id, channel }: queries.IntegrationRow, tokens: Tokens, account: Met['account']) =>
  inTransaction(ctx, async (ctx) => {
    const row = await queries.lockByChannel(ctx, channel, id)
    if (!row) throw new AppError('integration_missing')
    if (await holdAccount(ctx, channel, account.accountId)) throw new AppError('account_connected')
    // Somebody else of the organization may have connected it meanwhile.
    if ((await onFreeSite(ctx, row, account)).site !== account.site) throw new AppError('account_connected')
    if (row.accountId && row.accountId !== account.accountId) {
      mustBeLeft(row, account)
      const blank = Object.fromEntries(
        Object.entries(freshSettings(channel)).filter(([, value]) => value === '' || isEmptyList(value)),
      )
      await queries.forgetListings(ctx, row.id)
      await queries.forgetAccount(ctx, row.id, withSite(channel, { ...row.settings, ...blank }, account.site))
    } else if (account.site)
      await queries.update(ctx, row.id, { settings: JSON.stringify(withSite(channel, row.settings, account.site)) })
    await keepTokens(
      ctx.services,
      ctx.db,
      { organizationId: ctx.organizationId, integrationId: row.id },
      tokens,
    ).execute()
    const hasOrders = channelOf(channel).orders !== undefined
    await queries.connectAccount(ctx, row.id, account, hasOrders)
    await audit(ctx, {
      entity: 'integration',
      entityId: row.id,
      action: 'connected',
      new: { account: account.name, shop: account.shop },
    })
    const job = { organizationId: ctx.organizationId, integrationId: row.id }
    const key = `${ctx.organizationId}:${row.id}`
    await enqueue(ctx, 'integrations.check', job, { key })
    // What is owed is sent once this look is complete.
    if (hasOrders) await lookForOrders(ctx, row.id)
  })

/** Says whose an account is already; its organization is named to its own people alone. @throws always */
async function whoseAccount(ctx: Ctx, channel: ChannelId, accountId: string, error: unknown): Promise<never> {
  if (!(error instanceof AppError) || error.code !== 'account_connected') throw error
  const theirs = await queries.organizationWith(ctx, channel, accountId)
  throw new AppError(
    'account_connected',
    `This ${channelNames[channel]} account is connected to ${theirs ? `your organization ${theirs}` : 'another organization'}. Disconnect it there first, or connect another account.`,
    { cause: error },
  )
}
