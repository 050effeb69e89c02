import { z } from 'zod'
import { accesses } from '#contract/channels/access.ts'
import type { Access } from '#contract/channels/describe.ts'
import { driveIds, drives } from '#contract/integrations/drives.ts'
import { StartError } from './start-error.ts'

/** A setting that cannot be used: one sentence that names it, what is wrong and an example. */
export class ConfigError extends StartError {
  override name = 'ConfigError'
}

interface Setting {
  schema: z.ZodType<string>
  /** Follows the setting's name in a sentence. */
  must: string
  example: string
  secret?: boolean
}
const text = z.string().trim().min(1)
const oneOf = (...values: string[]): Setting => ({
  schema: z.enum(values),
  must: `must be ${values.slice(0, -1).join(', ')} or ${values.at(-1)}`,
  example: values[0] ?? '',
})
const port = (example: string): Setting => ({
  schema: text.regex(/^\d{1,5}$/).refine((value) => Number(value) <= 65_535),
  must: 'must be a port from 0 to 65535 (0 picks a free port)',
  example,
})
const count = (least: number, most: number, example: string): Setting => ({
  schema: text.regex(/^\d+$/).refine((value) => Number(value) >= least && Number(value) <= most),
  must: `must be a number from ${least} to ${most}`,
  example,
})
const url = (protocols: string[], example: string, more: Partial<Setting> = {}): Setting => ({
  schema: text.refine((value) => URL.canParse(value) && protocols.includes(new URL(value).protocol)),
  must: `must be an address that begins with ${protocols.map((protocol) => `${protocol}//`).join(' or ')}`,
  example,
  ...more,
})
const http = ['http:', 'https:']
const origin = (example: string): Setting => ({
  schema: text.regex(/^https?:\/\/[^\s?#]+$/),
  must: 'must be an address that begins with http:// or https://, without ? and #',
  example,
})
const word = (example: string, more: Partial<Setting> = {}): Setting => ({
  schema: text,
  must: 'must not be blank',
  example,
  ...more,
})
const secret = { secret: true }
const key: Setting = {
  schema: z.string().min(32),
  must: 'must have 32 characters or more',
  example: '$(openssl rand -hex 32)',
  secret: true,
}

const own = {
  PORT: port('3000'),
  HOST: word('127.0.0.1'),
  DATA_DIR: word('./data'),
  PUBLIC_URL: {
    schema: text.refine(
      (value) => URL.canParse(value) && http.includes(new URL(value).protocol) && /^https?:\/\/[^/?#]+\/?$/.test(value),
    ),
    must: 'must be an address that begins with http:// or https://, without a path',
    example: 'https://motto.example.com',
  },
  OAUTH_DEV_URL: {
    schema: text.refine((value) => /^https?:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?\/?$/.test(value)),
    must: 'must be an address of this machine, as it holds what a channel answers',
    example: 'http://localhost:3000',
  },
  DATABASE_URL: url(['postgres:', 'postgresql:'], 'postgres://motto:password@127.0.0.1:5432/motto', secret),
  DATABASE_LISTEN_URL: url(['postgres:', 'postgresql:'], 'postgres://motto:password@127.0.0.1:5432/motto', secret),
  DATABASE_POOL: count(16, 1000, '24'),
  ROLE: oneOf('all', 'api', 'worker'),
  CHANNELS: oneOf('sandbox', 'live'),
  SANDBOX_PORT: port('3001'),
  MAIL_URL: url(['smtp:', 'smtps:'], 'smtps://user:password@mail.example.com', secret),
  MEDIA_URL: url(['cloudinary:', ...http], 'cloudinary://key:secret@cloud', secret),
  WEBHOOK_HOSTS: {
    schema: text.regex(/^[^\s,/]+(\s*,\s*[^\s,/]+)*$/),
    must: 'must be hosts with their ports, separated by commas',
    example: 'n8n.lan:5678',
  },
  SSO_PROVIDERS: {
    schema: text.regex(/^[a-z][a-z\d-]*(\s*,\s*[a-z][a-z\d-]*)*$/),
    must: 'must be names of lower-case letters, digits and hyphens, separated by commas',
    example: 'okta,google',
  },
  SSO_HOSTS: {
    schema: text.regex(/^[^\s,/]+(\s*,\s*[^\s,/]+)*$/),
    must: 'must be hosts with their ports, separated by commas',
    example: 'login.lan:8443',
  },
  AI_URL: url(http, 'http://127.0.0.1:11434/v1'),
  AI_MODEL: word('llama3.2'),
  AI_KEY: word('the-key-of-the-service', secret),
  EBAY_PRICE_SUGGESTIONS: oneOf('off', 'on'),
  SECRET_KEY: key,
  BACKUP_KEY: key,
  METRICS_TOKEN: key,
  OTEL_EXPORTER_OTLP_ENDPOINT: origin('http://127.0.0.1:4318'),
  OTEL_EXPORTER_OTLP_HEADERS: {
    schema: text.regex(/^[\w-]+=[^,=]+(,[\w-]+=[^,=]+)*$/),
    must: 'must be NAME=VALUE, several separated by commas',
    example: 'api-key=the-key-of-the-collector',
    secret: true,
  },
  LOG_LEVEL: oneOf('info', 'debug', 'trace', 'warn', 'error', 'fatal', 'silent'),
} satisfies Record<string, Setting>

const shopOrigin: Setting = {
  schema: text.regex(/^https?:\/\/[^\s?#]+$/).refine((value) => value.includes('{shop}')),
  must: 'must be an address that begins with http:// or https:// and holds {shop}',
  example: 'https://{shop}',
}
const settingsOf = ({ clientId, clientSecret, redirect, hosts, secrets = {} }: Access): Record<string, Setting> => ({
  [clientId.setting]: word(clientId.example),
  [clientSecret.setting]: word(clientSecret.example, secret),
  ...(redirect && { [redirect.setting]: word(redirect.example) }),
  ...Object.fromEntries(Object.values(secrets).map(({ setting, example }) => [setting, word(example, secret)])),
  ...Object.fromEntries(
    Object.values(hosts).map(({ setting, live }) => [
      setting,
      live.includes('{shop}') ? { ...shopOrigin, example: live } : origin(live),
    ]),
  ),
})

const driveSettings = Object.fromEntries(
  driveIds.flatMap((id) => drives[id].keys).map((name) => [name, word('the-key-from-its-console')]),
)

/** Every setting that there is; `.env.example` explains them. */
export const settings: Record<keyof typeof own, Setting> & Record<string, Setting> = Object.assign(
  { ...own },
  driveSettings,
  ...Object.values(accesses).map(settingsOf),
)

export type Values = Partial<Record<keyof typeof own, string>> & Record<string, string | undefined>

/** The settings that are given; blank ones count as absent. @throws ConfigError at the first that cannot be used */
export function readValues(env: NodeJS.ProcessEnv): Values {
  const values: Values = {}
  for (const [name, setting] of Object.entries(settings)) {
    const value = env[name]?.trim()
    if (!value) continue
    if (!setting.schema.safeParse(value).success) throw refused(name, setting, value)
    values[name] = value
  }
  return values
}

/** @returns the sentence for a setting whose value cannot be used, which it repeats unless it is secret */
export function refused(name: string, { must, example, secret }: Setting, value: string): ConfigError {
  return new ConfigError(`${name} ${must}${secret ? '' : `, not "${value}"`}: for example ${name}=${example}.`)
}
