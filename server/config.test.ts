import { readFileSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'
import { secretOf } from './secret.ts'
import { ConfigError, settings } from './settings.ts'

const DATABASE_URL = 'postgres://motto:password@db.example.com/motto'

describe('settings', () => {
  it('needs none', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      dataDir: resolve('data'),
      publicUrl: 'http://localhost:3000',
      databaseUrl: undefined,
      listenUrl: undefined,
      databasePool: 40,
      role: 'all',
      channelMode: 'sandbox',
      sandboxPort: 3001,
      mailUrl: undefined,
      mediaUrl: undefined,
      ai: undefined,
      secretKey: undefined,
      logLevel: 'info',
    })
  })

  it('takes a blank one as absent', () => {
    expect(readConfig({ PORT: '', DATABASE_URL: ' ', MAIL_URL: '' })).toEqual(readConfig({}))
  })

  it('follows PORT with what depends on it', () => {
    expect(readConfig({ PORT: '8080' })).toMatchObject({
      port: 8080,
      publicUrl: 'http://localhost:8080',
      sandboxPort: 8081,
    })
    expect(readConfig({ PORT: '8080', SANDBOX_PORT: '9000', PUBLIC_URL: 'https://shop.example.com/' })).toMatchObject({
      publicUrl: 'https://shop.example.com',
      sandboxPort: 9000,
    })
    expect(readConfig({ PORT: '0' })).toMatchObject({ port: 0, sandboxPort: 0 })
  })

  it('connects to the sandbox without credentials', () => {
    expect(readConfig({ PORT: '4000' }).channels).toEqual({
      bigcommerce: {
        clientId: 'motto-sandbox-bigcommerce',
        clientSecret: 'sandbox-bigcommerce-secret',
        secrets: {},
        redirect: 'http://localhost:4000/oauth/bigcommerce',
        origins: {
          api: 'http://127.0.0.1:4001/bigcommerce',
          login: 'http://127.0.0.1:4001/bigcommerce',
          store: 'http://127.0.0.1:4001/bigcommerce/{shop}',
        },
      },
      ebay: {
        clientId: 'motto-sandbox-SBX-ebay',
        clientSecret: 'sandbox-ebay-secret',
        secrets: {},
        redirect: 'Motto-MottoSBX-ebay',
        origins: {
          api: 'http://127.0.0.1:4001/ebay',
          apiz: 'http://127.0.0.1:4001/ebay',
          auth: 'http://127.0.0.1:4001/ebay',
          web: 'http://127.0.0.1:4001/ebay',
        },
      },
      etsy: {
        clientId: 'motto-sandbox-etsy',
        clientSecret: 'sandbox-etsy-secret',
        secrets: { webhooks: expect.stringMatching(/^whsec_/) },
        redirect: 'http://localhost:4000/oauth/etsy',
        origins: { api: 'http://127.0.0.1:4001/etsy', web: 'http://127.0.0.1:4001/etsy' },
      },
      shopify: {
        clientId: 'motto-sandbox-shopify',
        clientSecret: 'sandbox-shopify-secret',
        secrets: {},
        redirect: 'http://localhost:4000/oauth/shopify',
        origins: { shop: 'http://127.0.0.1:4001/shopify/{shop}' },
      },
      square: {
        clientId: 'sq0idp-motto-sandbox',
        clientSecret: 'sandbox-square-secret',
        secrets: { webhookKey: 'sandbox-square-webhook-key' },
        redirect: 'http://localhost:4000/oauth/square',
        origins: { api: 'http://127.0.0.1:4001/square', web: 'http://127.0.0.1:4001/square' },
      },
      clover: {
        clientId: 'MOTTOSANDBOX1',
        clientSecret: 'sandbox-clover-secret',
        secrets: { webhookAuth: 'sandbox-clover-auth-code' },
        redirect: 'http://localhost:4000/oauth/clover',
        origins: Object.fromEntries(
          ['api', 'web', 'apiEurope', 'webEurope', 'apiLatin', 'webLatin'].map((host) => [
            host,
            'http://127.0.0.1:4001/clover',
          ]),
        ),
      },
      csv: {
        clientId: 'motto-sandbox.apps.googleusercontent.com',
        clientSecret: 'sandbox-google-secret',
        secrets: {},
        redirect: 'http://localhost:4000/oauth/csv',
        origins: {
          accounts: 'http://127.0.0.1:4001/csv',
          oauth: 'http://127.0.0.1:4001/csv',
          api: 'http://127.0.0.1:4001/csv',
          sheets: 'http://127.0.0.1:4001/csv',
        },
      },
    })
  })

  it('connects to live channels whose credentials are there, and to no other', () => {
    const live = { CHANNELS: 'live', PUBLIC_URL: 'https://motto.example.com' }
    expect(readConfig(live).channels).toEqual({})
    const ebay = { EBAY_CLIENT_ID: 'id', EBAY_CLIENT_SECRET: 'secret', EBAY_RUNAME: 'name' }
    expect(readConfig({ ...live, ...ebay }).channels).toEqual({
      ebay: {
        clientId: 'id',
        clientSecret: 'secret',
        secrets: {},
        redirect: 'name',
        origins: {
          api: 'https://api.ebay.com',
          apiz: 'https://apiz.ebay.com',
          auth: 'https://auth.ebay.com',
          web: 'https://www.ebay.com',
        },
      },
    })
    const shopify = {
      SHOPIFY_CLIENT_ID: 'id',
      SHOPIFY_CLIENT_SECRET: 'secret',
      PUBLIC_URL: 'https://motto.example.com',
    }
    expect(
      readConfig({ CHANNELS: 'live', ...shopify, SHOPIFY_SHOP_URL: 'http://127.0.0.1:9/{shop}/' }).channels,
    ).toEqual({
      shopify: {
        clientId: 'id',
        clientSecret: 'secret',
        secrets: {},
        redirect: 'https://motto.example.com/oauth/shopify',
        origins: { shop: 'http://127.0.0.1:9/{shop}' },
      },
    })
  })

  it.each([
    [{ PORT: 'abc' }, 'PORT must be a port from 0 to 65535 (0 picks a free port), not "abc": for example PORT=3000.'],
    [
      { PORT: '65536' },
      'PORT must be a port from 0 to 65535 (0 picks a free port), not "65536": for example PORT=3000.',
    ],
    [{ PORT: '-1' }, 'PORT must be'],
    [{ PORT: '3e3' }, 'PORT must be'],
    [
      { PORT: '65535' },
      'SANDBOX_PORT must be a port from 0 to 65535 (0 picks a free port), not "65536": for example SANDBOX_PORT=3001.',
    ],
    [
      { PORT: '3001', SANDBOX_PORT: '3001' },
      'SANDBOX_PORT must differ from PORT, and both are 3001: for example SANDBOX_PORT=3002.',
    ],
    [
      { PUBLIC_URL: 'motto.example.com' },
      'PUBLIC_URL must be an address that begins with http:// or https://, without a path, not "motto.example.com": for example PUBLIC_URL=https://motto.example.com.',
    ],
    [{ PUBLIC_URL: 'https://example.com/motto' }, 'PUBLIC_URL must be'],
    [{ ROLE: 'boss' }, 'ROLE must be all, api or worker, not "boss": for example ROLE=all.'],
    [
      { ROLE: 'api' },
      'ROLE=api needs DATABASE_URL, as the embedded database serves one process only: for example DATABASE_URL=postgres://motto:password@127.0.0.1:5432/motto.',
    ],
    [{ ROLE: 'worker' }, 'ROLE=worker needs DATABASE_URL'],
    [{ DATABASE_POOL: '8' }, 'DATABASE_POOL must be a number from 16 to 1000, not "8": for example DATABASE_POOL=24.'],
    [{ DATABASE_LISTEN_URL: 'db:5432' }, 'DATABASE_LISTEN_URL must be an address that begins with postgres://'],
    [{ CHANNELS: 'production' }, 'CHANNELS must be sandbox or live, not "production": for example CHANNELS=sandbox.'],
    [
      { LOG_LEVEL: 'loud' },
      'LOG_LEVEL must be info, debug, trace, warn, error, fatal or silent, not "loud": for example LOG_LEVEL=info.',
    ],
    [
      { MAIL_URL: 'mail.example.com' },
      'MAIL_URL must be an address that begins with smtp:// or smtps://: for example MAIL_URL=smtps://user:password@mail.example.com.',
    ],
    [
      { AI_URL: 'http://127.0.0.1:1/v1' },
      'AI_URL needs AI_MODEL, the name of the model to ask: for example AI_MODEL=llama3.2.',
    ],
    [
      { SHOPIFY_SHOP_URL: 'https://shop.example.com' },
      'SHOPIFY_SHOP_URL must be an address that begins with http:// or https:// and holds {shop}, not "https://shop.example.com": for example SHOPIFY_SHOP_URL=https://{shop}.',
    ],
    [
      { CHANNELS: 'live' },
      'CHANNELS=live needs PUBLIC_URL, an address that channels can reach, with https:// and a public name: for example PUBLIC_URL=https://motto.example.com.',
    ],
    ...[
      'http://motto.example.com',
      'https://localhost',
      'https://192.168.1.2:8443',
      'https://[::1]',
      'https://shop.local',
    ].map(
      (PUBLIC_URL) =>
        [
          { CHANNELS: 'live', PUBLIC_URL },
          `CHANNELS=live needs PUBLIC_URL, an address that channels can reach, with https:// and a public name, not "${PUBLIC_URL}": for example PUBLIC_URL=https://motto.example.com.`,
        ] as [NodeJS.ProcessEnv, string],
    ),
    [
      { CHANNELS: 'live', PUBLIC_URL: 'https://motto.example.com', EBAY_CLIENT_ID: 'id', EBAY_CLIENT_SECRET: 'secret' },
      'EBAY_CLIENT_ID needs EBAY_RUNAME, too: for example EBAY_RUNAME=My_Shop-MyShop-Motto-abcdefg.',
    ],
  ])('refuses %o with one sentence', (env, sentence) => {
    expect(() => readConfig(env)).toThrow(ConfigError)
    expect(() => readConfig(env)).toThrow(sentence)
  })

  it('repeats no secret', () => {
    const read = (env: NodeJS.ProcessEnv) => () => readConfig(env)
    expect(read({ DATABASE_URL: 'mysql://root:hunter2@db/motto' })).toThrow(
      /^DATABASE_URL must be an address that begins with postgres:\/\/ or postgresql:\/\/: for example \S+$/,
    )
    expect(read({ SECRET_KEY: 'hunter2' })).toThrow(
      /^SECRET_KEY must have 32 characters or more: for example SECRET_KEY=\$\(openssl rand -hex 32\)\.$/,
    )
  })

  it('lets several processes share a database', () => {
    expect(readConfig({ ROLE: 'worker', DATABASE_URL })).toMatchObject({ role: 'worker', databaseUrl: DATABASE_URL })
  })

  it('explains each of them in .env.example, and no other', () => {
    const explained = readFileSync('.env.example', 'utf8').matchAll(/^# ([A-Z][A-Z_]+)=/gm)
    expect([...explained].map(([, name]) => name).toSorted()).toEqual(Object.keys(settings).toSorted())
  })

  it('shows defaults in .env.example that are true', () => {
    const shown = Object.fromEntries(
      [...readFileSync('.env.example', 'utf8').matchAll(/^# ([A-Z][A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [
        name,
        value,
      ]),
    )
    const { PORT, HOST, DATA_DIR, LOG_LEVEL, ROLE, CHANNELS, SANDBOX_PORT } = shown
    expect(readConfig({ PORT, HOST, DATA_DIR, LOG_LEVEL, ROLE, CHANNELS, SANDBOX_PORT })).toEqual(readConfig({}))
    const credentials = {
      EBAY_CLIENT_ID: 'a',
      EBAY_CLIENT_SECRET: 'b',
      EBAY_RUNAME: 'c',
      SHOPIFY_CLIENT_ID: 'd',
      SHOPIFY_CLIENT_SECRET: 'e',
      CHANNELS: 'live',
      PUBLIC_URL: 'https://motto.example.com',
    }
    const { EBAY_API_URL, EBAY_APIZ_URL, EBAY_AUTH_URL, EBAY_WEB_URL, SHOPIFY_SHOP_URL } = shown
    expect(
      readConfig({ ...credentials, EBAY_API_URL, EBAY_APIZ_URL, EBAY_AUTH_URL, EBAY_WEB_URL, SHOPIFY_SHOP_URL }),
    ).toEqual(readConfig(credentials))
  })
})

describe('the secret', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'motto-secret-'))
  const file = join(dataDir, 'secret.key')
  afterAll(() => rmSync(dataDir, { recursive: true }))

  it('is SECRET_KEY where that is set', () => {
    expect(secretOf({ secretKey: 'x'.repeat(32), dataDir }).toString()).toBe('x'.repeat(32))
  })

  it('is made once, for the owner alone', () => {
    const made = secretOf({ secretKey: undefined, dataDir })
    expect(made).toHaveLength(32)
    expect(secretOf({ secretKey: undefined, dataDir })).toEqual(made)
    expect(statSync(file).mode & 0o777).toBe(0o600)
  })

  it('is not made anew when the kept one is damaged', () => {
    writeFileSync(file, 'half')
    expect(() => secretOf({ secretKey: undefined, dataDir })).toThrow(
      `${file} is damaged. Restore it from a backup, or set SECRET_KEY to its old content.`,
    )
  })
})
