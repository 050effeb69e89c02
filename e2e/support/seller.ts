import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Papa from 'papaparse'
import { createHash, randomInt, randomUUID } from 'node:crypto'
import sharp from 'sharp'
import { pressConsent } from '#channels/testing/conformance/stage.ts'
import * as accounts from '#contract/accounts.ts'
import type { BuiltId } from '#contract/channels/names.ts'
import type { CallInput, CallReply, Endpoint, Envelope } from '#contract/endpoint.ts'
import * as integrations from '#contract/integrations/integrations.ts'
import * as listings from '#contract/listings/listings.ts'
import { lookups } from '#contract/integrations/lookups.ts'
import * as organizations from '#contract/organizations/organizations.ts'
import * as products from '#contract/products/products.ts'
import * as templates from '#contract/templates.ts'
import { onChannels } from '#seed/demo/on-channels.ts'
import { addressOf } from '#server/testing/address.ts'
import { mailedLink } from './mail.ts'

export interface CatalogueRow {
  title: string
  description: string
  vendor: string
  tags: string
  price: string
}
const file = join(process.env.SAMPLES ?? '../shared/samples', 'shopify-apparel.csv')

/** A row of a real shop's catalogue; where the samples are not at hand, one made up in the same shape. */
export function catalogueRow(at = 0): CatalogueRow {
  if (!existsSync(file))
    return {
      title: 'Harbour Blue Shirt',
      description: 'A blue cotton shirt with long sleeves.',
      vendor: 'Harbour',
      tags: 'men',
      price: '50',
    }
  const { data } = Papa.parse<Record<string, string>>(readFileSync(file, 'utf8'), {
    header: true,
    skipEmptyLines: true,
  })
  const row = data.filter((r) => r.Title)[at]
  if (!row) throw new Error(`${file} has no row ${at}`)
  return {
    title: row.Title ?? '',
    description: row['Body (HTML)'] ?? '',
    vendor: row.Vendor ?? '',
    tags: row.Tags ?? '',
    price: row['Variant Price'] ?? '0',
  }
}

export class Refused extends Error {
  readonly status: number
  readonly envelope: Envelope<unknown>
  constructor(status: number, envelope: Envelope<unknown>, what: string) {
    super(`${what}: ${status} ${envelope.message} ${JSON.stringify(envelope.fields ?? {})}`)
    this.status = status
    this.envelope = envelope
  }
}
export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

/**
 * The header of somebody who comes from an address of their own (RFC 2544's range), as a proxy on this machine would tell: what one network may
 * try is counted, and all journeys share one Motto.
 */
export const homeAddress = () => ({
  'x-forwarded-for': `198.${randomInt(18, 20)}.${randomInt(1, 255)}.${randomInt(1, 255)}`,
})

/** A seller who uses the API alone, as a script would: cookies, mails, consent pages, uploads. */
export class Seller {
  url: string
  readonly dataDir: string
  readonly email = `seller-${randomUUID().slice(0, 8)}@example.com`
  readonly password = 'Correct-horse-9'
  private cookie = ''
  private readonly address = homeAddress()

  constructor(url: string, dataDir: string) {
    this.url = url
    this.dataDir = dataDir
  }

  /** @throws Refused when the answer is not a success */
  async call<E extends Endpoint>(endpoint: E, input?: CallInput<E>): Promise<CallReply<E>> {
    const request = (input ?? {}) as { body?: unknown }
    const response = await fetch(this.url + addressOf(endpoint, request), {
      method: endpoint.method,
      headers: { ...this.#headers, ...(request.body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(request.body === undefined ? {} : { body: JSON.stringify(request.body) }),
    })
    for (const line of response.headers.getSetCookie())
      if (line.startsWith('jwt=') && !line.startsWith('jwt=;')) this.cookie = line.split(';')[0] ?? ''
    const envelope = (await response.json()) as Envelope<CallReply<E>>
    if (!envelope.success) throw new Refused(response.status, envelope, endpoint.path)
    return envelope.data as CallReply<E>
  }

  /** For what is no envelope: files to take and files to send. @param path below the API's address */
  request(path: string, init: RequestInit = {}): Promise<Response> {
    return fetch(`${this.url}/api/v2${path}`, { ...init, headers: this.#headers })
  }

  /** Signs up, confirms the mail, signs in, and creates an organization. @param name no other organization of this Motto may have it */
  async begin(
    displayName = `Shop ${randomUUID().slice(0, 6)}`,
    name = `${displayName}${randomUUID().slice(0, 6)}`,
  ): Promise<number> {
    const password = sha256(this.password)
    await this.call(accounts.createAccount, { body: { email: this.email, password, checkPassword: password } })
    const link = await mailedLink(this.dataDir, this.email, '/confirmEmail')
    await this.call(accounts.confirmEmail, {
      body: { uuid: link.searchParams.get('uuid') ?? '', code: link.searchParams.get('code') ?? '' },
    })
    await this.call(accounts.login, { body: { email: this.email, password } })
    const { id } = await this.call(organizations.createClient, {
      body: { name: name.replaceAll(/[^A-Za-z0-9]/g, ''), displayName },
    })
    await this.call(organizations.clientLogin, { body: { clientLoginId: id } })
    return id
  }

  get #headers() {
    return { cookie: this.cookie, ...this.address }
  }

  /** Uses another seller's session, as the same browser at another address would. */
  adopt(other: Seller): void {
    this.cookie = other.cookie
  }
  async signOut(): Promise<void> {
    await this.call(accounts.logout)
  }

  /** Connects a channel through its consent page, as a browser would press it. */
  async connect(name: BuiltId): Promise<void> {
    await this.call(integrations.createIntegration, { body: { name } })
    await this.authorize(name)
  }

  /** Goes through the consent of a channel that is set up; again when it has ended. */
  async authorize(name: BuiltId): Promise<void> {
    const consent = await pressConsent(await this.call(integrations.oauthUrl, { params: { channel: name }, query: {} }))
    // One that begins at the channel is confirmed first.
    const query = consent.state ? {} : { confirmed: 'yes' as const }
    await this.call(integrations.exchangeCode, { params: { channel: name }, query, body: consent })
  }

  /** Uploads a picture as the browser does. @returns its address */
  async upload(): Promise<string> {
    const signed = await this.call(products.imageSignature)
    const picture = await sharp({
      create: { width: 800, height: 800, channels: 3, background: { r: 40, g: 90, b: 140 } },
    })
      .png()
      .toBuffer()
    const form = new FormData()
    form.set('api_key', signed.apiKey)
    form.set('timestamp', String(signed.timestamp))
    form.set('signature', signed.signature)
    form.set('folder', signed.folder)
    form.set('file', new Blob([new Uint8Array(picture)], { type: 'image/png' }), 'shirt.png')
    const response = await fetch(new URL(signed.uploadUrl, this.url), {
      method: 'POST',
      body: form,
      headers: this.#headers,
    })
    const answer = (await response.json()) as { secure_url?: string }
    if (!answer.secure_url) throw new Error(`The upload answered ${response.status}: ${JSON.stringify(answer)}`)
    return answer.secure_url
  }

  /** A template that lists on these channels; eBay's required item specifics are its attributes. */
  async template(
    name = `Shirts ${randomUUID().slice(0, 6)}`,
    on: readonly BuiltId[] = ['ebay', 'shopify'],
    kind = shirts,
  ): Promise<number> {
    const { id } = await this.call(templates.createTemplate, { body: { productTemplate: { name } } })
    const aspects = await this.call(lookups.ebay.aspects, { query: { categoryId: CATEGORY } })
    const required = aspects
      .filter((a) => a.aspectConstraint.aspectRequired)
      .map((a) => ({
        name: a.localizedAspectName,
        options: (a.aspectValues ?? []).slice(0, 50).map((v) => v.localizedValue),
        constraint: 'required' as const,
      }))
    await this.call(templates.addAttributes, {
      body: { templateId: id, attributes: required.filter((a) => a.name !== 'Brand') },
    })
    await this.call(listings.saveListingTemplates, {
      body: {
        listingTemplates: await Promise.all(
          on.map(async (channel) => {
            const schema = (await onChannels[channel].schemas(this))(kind)
            return { templateId: id, channel, schemas: [{ id: 'default', name: 'Default', ...schema }] }
          }),
        ),
      },
    })
    return id
  }

  /** A product from a row of a catalogue, switched on for both channels. */
  async product(
    templateId: number,
    product: { sku?: string; quantity?: number; image?: string; row?: CatalogueRow } = {},
  ): Promise<{ id: number; sku: string }> {
    const row = product.row ?? catalogueRow()
    const sku = product.sku ?? `OB-${randomUUID().slice(0, 8)}`
    const template = await this.call(templates.getTemplate, { params: { id: templateId } })
    const attributes = template.attributes
      .filter((a) => a.constraint === 'required' || a.name === 'Brand')
      .map((a) => ({
        templateAttributeId: a.id,
        name: a.name,
        value: a.name === 'Brand' ? row.vendor : (a.options?.[0] ?? 'Plain'),
      }))
    const { id } = await this.call(products.createProduct, {
      body: {
        product: {
          templateId,
          sku,
          title: row.title,
          description: `<p>${row.description}</p>`,
          tags: row.tags,
          price: row.price,
          quantity: product.quantity ?? 10,
          condition: 'New',
          vendor: row.vendor,
          attributes,
          images: [{ url: product.image ?? (await this.upload()) }],
        },
      },
    })
    await this.call(listings.saveListingProducts, {
      body: {
        listingProducts: [
          {
            channel: 'ebay',
            productId: id,
            selectedSchemaId: 'default',
            schemaOverrides: { selectedCategoryIds: CATEGORY },
            listSettings: { list: true, sync: true },
          },
          { channel: 'shopify', productId: id, selectedSchemaId: 'default', listSettings: { list: true, sync: true } },
        ],
      },
    })
    return { id, sku }
  }
}

/** eBay's men's T-shirts: a real leaf of its US tree. */
export const CATEGORY = '15687'
const shirts = { categoryId: CATEGORY, taxonomyId: '482', productType: 'Shirts' }
