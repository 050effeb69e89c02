import { connect } from '#channels/testing/conformance/stage.ts'
import { channelOf } from '#channels/registry.ts'
import { accesses } from '#contract/channels/access.ts'
import type { Access } from '#contract/channels/describe.ts'
import type { BuiltId } from '#contract/channels/names.ts'
import type { SandboxOptions } from '#sandbox/main.ts'
import type { Stand } from './stand.ts'

/** The shop that is connected at Shopify, where it is the address. */
export const SHOP = 'motto-dev.myshopify.com'

/** The apps that are registered with each simulator. */
export const apps: NonNullable<SandboxOptions['apps']> = Object.fromEntries(
  Object.entries(accesses).map(([id, { clientId, clientSecret, redirect, secrets = {} }]: [string, Access]) => [
    id,
    {
      clientId: clientId.sandbox,
      clientSecret: clientSecret.sandbox,
      secrets: Object.fromEntries(Object.entries(secrets).map(([name, { sandbox }]) => [name, sandbox])),
      ...(redirect && { redirectName: redirect.sandbox }),
    },
  ]),
)

interface App {
  clientId: string
  clientSecret: string
  secrets: Record<string, string>
  /** Where the consent page sends the seller back to, by its address or by the name that the channel gave it. */
  redirect: string
}
function appOf(channel: BuiltId): App {
  const { clientId = '', clientSecret = '', secrets = {}, redirectName } = apps[channel] ?? {}
  return { clientId, clientSecret, secrets, redirect: redirectName || `http://localhost:3000/oauth/${channel}` }
}

/** Connects a seller's account through the channel's consent page. @returns its token, and what the channel said of it */
export async function account(stand: Stand, channel: BuiltId) {
  const app = appOf(channel)
  const base = `${stand.sandbox.url}/${channel}`
  const hosts = Object.keys(accesses[channel].hosts)
  const stage = await connect({
    channel: channelOf(channel),
    settings: {},
    inspect: () => [],
    redirect: app.redirect,
    context: {
      ...app,
      facts: {},
      origins: Object.fromEntries(hosts.map((host) => [host, host === 'shop' ? `${base}/{shop}` : base])),
      shop: channel === 'shopify' ? SHOP : '',
    },
  })
  const { facts } = stage.connection()
  return { ...app, token: stage.tokens.accessToken, tokens: stage.tokens, facts, base }
}
