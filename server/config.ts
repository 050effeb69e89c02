import { resolve } from 'node:path'
import { accesses } from '#contract/channels/access.ts'
import type { Access } from '#contract/channels/describe.ts'
import type { ChannelId } from '#contract/channels/ids.ts'
import { driveIds, drives } from '#contract/integrations/drives.ts'
import { ConfigError, readValues, refused, settings, type Values } from './settings.ts'
import { type Provider, readProviders } from './sign-on/providers.ts'

export interface ChannelConfig {
  clientId: string
  clientSecret: string
  /** What else the channel gave the operator, by name. */
  secrets: Record<string, string>
  /** What the channel is told to come back to: our callback's URL, or the name it registered for it. */
  redirect: string
  /** Origins of the channel's hosts by name, without trailing slash; may hold `{shop}`. */
  origins: Record<string, string>
}
export interface Config {
  port: number
  host: string
  /** Absolute. */
  dataDir: string
  /** Where browsers and channels reach us, without trailing slash. */
  publicUrl: string
  /** Where the answers of a channel are passed on to that came to `/oauth/{channel}/{dev}`. Undefined: nowhere, they are taken here. */
  oauthDevUrl: string | undefined
  /** Undefined: the embedded database. */
  databaseUrl: string | undefined
  /** Past a pooler that stands before the database, for notifications. Undefined: found at the start. */
  listenUrl: string | undefined
  /** How many connections to the database this process may have. */
  databasePool: number
  role: 'all' | 'api' | 'worker'
  channelMode: 'sandbox' | 'live'
  sandboxPort: number
  /** Undefined: mails become files in `dataDir/outbox`. */
  mailUrl: string | undefined
  /** Undefined: images are kept in `dataDir/media`. */
  mediaUrl: string | undefined
  /** The keys that are set of the drives from which a browser may choose pictures, by their settings' names. */
  driveKeys: Record<string, string>
  /** Hosts, with their ports, that webhooks may reach by http and in a private network. */
  webhookHosts: string[]
  /** Hosts, with their ports, where identity providers may be asked by http and in a private network. */
  ssoHosts: string[]
  /** Identity providers for single sign-on. */
  providers: Provider[]
  /** Undefined: the built-in generator. */
  ai: { url: string; model: string; key: string } | undefined
  /** Whether prices are suggested from what sold on eBay, which restricts that in its licence. */
  ebayPriceSuggestions: boolean
  /** Undefined: made once, kept in `dataDir`; see `secretOf`. */
  secretKey: string | undefined
  /** Encrypts backups. Undefined: they are not encrypted. */
  backupKey: string | undefined
  /** Who reads the metrics shows it. Undefined: they are read on this machine alone. */
  metricsToken: string | undefined
  /** The collector that traces are sent to. Undefined: none are made. */
  traces: { endpoint: string; headers: Record<string, string> } | undefined
  logLevel: string
  /** Those that can be connected; a live channel without credentials cannot. */
  channels: Partial<Record<ChannelId, ChannelConfig>>
}

/** Connections of a process: two api and two worker processes fit into the 100 that PostgreSQL allows by default. */
const POOL = { alone: 40, shared: 24 }

/**
 * Reads the settings from the environment; blank ones count as absent.
 * @throws ConfigError at the first that cannot be used
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const values = readValues(env)
  const port = Number(values.PORT ?? 3000)
  const sandboxPort = Number(values.SANDBOX_PORT ?? (port && port + 1))
  const publicUrl = trimSlash(values.PUBLIC_URL ?? `http://localhost:${port}`)
  const role = (values.ROLE ?? 'all') as Config['role']
  const ssoHosts = readHosts(values.SSO_HOSTS)
  const config: Config = {
    port,
    host: values.HOST ?? '127.0.0.1',
    dataDir: resolve(values.DATA_DIR ?? './data'),
    publicUrl,
    oauthDevUrl: values.OAUTH_DEV_URL && trimSlash(values.OAUTH_DEV_URL),
    databaseUrl: values.DATABASE_URL,
    listenUrl: values.DATABASE_LISTEN_URL,
    databasePool: Number(values.DATABASE_POOL ?? (role === 'all' ? POOL.alone : POOL.shared)),
    role,
    channelMode: (values.CHANNELS ?? 'sandbox') as Config['channelMode'],
    sandboxPort,
    mailUrl: values.MAIL_URL,
    mediaUrl: values.MEDIA_URL && trimSlash(values.MEDIA_URL),
    driveKeys: Object.fromEntries(
      driveIds.flatMap((id) => drives[id].keys).flatMap((key) => (values[key] ? [[key, values[key]]] : [])),
    ),
    webhookHosts: readHosts(values.WEBHOOK_HOSTS),
    ssoHosts,
    providers: readProviders(env, values.SSO_PROVIDERS, ssoHosts),
    ai: values.AI_URL
      ? { url: trimSlash(values.AI_URL), model: values.AI_MODEL ?? '', key: values.AI_KEY ?? '' }
      : undefined,
    ebayPriceSuggestions: values.EBAY_PRICE_SUGGESTIONS === 'on',
    secretKey: values.SECRET_KEY,
    backupKey: values.BACKUP_KEY,
    metricsToken: values.METRICS_TOKEN,
    traces: values.OTEL_EXPORTER_OTLP_ENDPOINT
      ? {
          endpoint: trimSlash(values.OTEL_EXPORTER_OTLP_ENDPOINT),
          headers: readPairs(values.OTEL_EXPORTER_OTLP_HEADERS ?? ''),
        }
      : undefined,
    logLevel: values.LOG_LEVEL ?? 'info',
    channels: {},
  }
  refuseContradictions(config, values)
  config.channels = readChannels(config, values)
  return config
}

function refuseContradictions(config: Config, values: Values): void {
  const { port, sandboxPort, role, databaseUrl, channelMode } = config
  if (role !== 'all' && !databaseUrl)
    throw new ConfigError(
      `ROLE=${role} needs DATABASE_URL, as the embedded database serves one process only: for example DATABASE_URL=${settings.DATABASE_URL.example}.`,
    )
  if (sandboxPort > 65_535) throw refused('SANDBOX_PORT', settings.SANDBOX_PORT, String(sandboxPort))
  if (channelMode === 'sandbox' && port !== 0 && port === sandboxPort)
    throw new ConfigError(
      `SANDBOX_PORT must differ from PORT, and both are ${port}: for example SANDBOX_PORT=${port === 65_535 ? port - 1 : port + 1}.`,
    )
  if (channelMode === 'live' && !isPublic(config.publicUrl))
    throw new ConfigError(
      `CHANNELS=live needs PUBLIC_URL, an address that channels can reach, with https:// and a public name${values.PUBLIC_URL ? `, not "${values.PUBLIC_URL}"` : ''}: for example PUBLIC_URL=${settings.PUBLIC_URL.example}.`,
    )
  if (values.AI_URL && !values.AI_MODEL)
    throw new ConfigError(
      `AI_URL needs AI_MODEL, the name of the model to ask: for example AI_MODEL=${settings.AI_MODEL.example}.`,
    )
}

function readChannels(config: Config, values: Values): Config['channels'] {
  const channels: Config['channels'] = {}
  for (const [id, access] of Object.entries(accesses)) {
    const channel = readChannel(id, access, config, values)
    if (channel) channels[id as ChannelId] = channel
  }
  return channels
}

/** @returns undefined where it is live and nothing is said of it. @throws ConfigError where only a part is said */
function readChannel(
  id: string,
  { clientId, clientSecret, redirect, hosts, secrets = {} }: Access,
  { channelMode, sandboxPort, publicUrl }: Config,
  values: Values,
): ChannelConfig | undefined {
  const sandbox = channelMode === 'sandbox'
  const needed = [clientId, clientSecret, ...(redirect ? [redirect] : [])].map(({ setting }) => setting)
  const missing = sandbox ? undefined : needed.find((name) => !values[name])
  if (missing) {
    const presentName = needed.find((name) => values[name])
    if (!presentName) return undefined
    throw new ConfigError(`${presentName} needs ${missing}, too: for example ${missing}=${settings[missing]?.example}.`)
  }
  const credential = (field: Access['clientId']) => values[field.setting] ?? (sandbox ? field.sandbox : '')
  const origins = Object.entries(hosts).map(([host, { setting, live }]) => {
    const played = `http://127.0.0.1:${sandboxPort}/${id}${live.includes('{shop}') ? '/{shop}' : ''}`
    return [host, trimSlash(values[setting] ?? (sandbox ? played : live))]
  })
  return {
    clientId: credential(clientId),
    clientSecret: credential(clientSecret),
    secrets: Object.fromEntries(Object.entries(secrets).map(([name, entry]) => [name, credential(entry)])),
    redirect: redirect ? credential(redirect) : `${publicUrl}/oauth/${id}`,
    origins: Object.fromEntries(origins),
  }
}

/** Whether channels may call it and fetch pictures from it: they take neither http nor names and numbers of a local network. */
function isPublic(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' && /\.(?!local$|localhost$|internal$|lan$|test$)[a-z][a-z\d-]+$/i.test(hostname)
}

const readHosts = (list = '') => list.split(',').flatMap((host) => host.trim().toLowerCase() || [])

/** `name=value,name=value`; values are percent-encoded, as OpenTelemetry has it. */
const readPairs = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/([\w-]+)=([^,=]+)/g)].map(([, name = '', value = '']) => [name, decode(value.trim())]),
  )
const decode = (value: string) => (/%(?![\da-f]{2})/i.test(value) ? value : decodeURIComponent(value))

const trimSlash = (address: string) => address.replace(/\/+$/, '')
