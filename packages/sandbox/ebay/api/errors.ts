import type { SimAnswer } from '../../kit/simulator.ts'

export interface EbayErrorBody {
  errorId: number
  domain: string
  subdomain?: string
  category: 'REQUEST' | 'APPLICATION' | 'BUSINESS'
  message: string
  longMessage?: string
  parameters?: { name: string; value: string }[]
}

/** A refusal in eBay's own words. */
export class EbayError extends Error {
  readonly status: number
  readonly errors: EbayErrorBody[]
  constructor(status: number, errors: EbayErrorBody[]) {
    super(errors[0]?.message ?? 'refused')
    this.status = status
    this.errors = errors
  }
  answer(): SimAnswer {
    return { status: this.status, body: { errors: this.errors } }
  }
}

type Parameters = Record<string, string>

const body =
  (domain: string, category: EbayErrorBody['category']) =>
  (errorId: number, message: string, parameters: Parameters = {}): EbayErrorBody => ({
    errorId,
    domain,
    ...(domain === 'API_INVENTORY' ? { subdomain: 'Selling' } : {}),
    category,
    message,
    ...(Object.keys(parameters).length > 0
      ? { parameters: Object.entries(parameters).map(([name, value]) => ({ name, value })) }
      : {}),
  })

/** Bodies of one API's errors, by its domain. */
export const inventoryError = body('API_INVENTORY', 'REQUEST')
export const accountError = body('API_ACCOUNT', 'REQUEST')
export const orderError = body('API_FULFILLMENT', 'REQUEST')
export const taxonomyError = body('API_TAXONOMY', 'REQUEST')
export const metadataError = body('API_METADATA', 'REQUEST')
export const noticeError = body('API_NOTIFICATION', 'REQUEST')
export const mediaError = body('API_MEDIA', 'REQUEST')
export const insightsError = body('API_MARKETPLACE_INSIGHTS', 'REQUEST')
export const accessError = body('ACCESS', 'REQUEST')
export const tokenError = body('OAuth', 'REQUEST')

export const refuse = (status: number, ...errors: EbayErrorBody[]) => new EbayError(status, errors)

const systemErrors: [prefix: string, errorId: number, domain: string, message: string][] = [
  ['/sell/inventory/', 25001, 'API_INVENTORY', 'A system error has occurred.'],
  ['/sell/account/', 20500, 'API_ACCOUNT', 'System error.'],
  ['/sell/fulfillment/', 30500, 'API_FULFILLMENT', 'System error'],
  [
    '/sell/metadata/',
    46000,
    'API_METADATA',
    'There was a problem with an eBay internal system or process. Contact eBay developer support for assistance.',
  ],
  [
    '/commerce/taxonomy/',
    62000,
    'API_TAXONOMY',
    'There was a problem with an eBay internal system or process. Contact eBay developer support for assistance.',
  ],
]

/** What an API answers when it fails by itself. */
export function systemFailure(path: string): SimAnswer {
  if (path.startsWith('/identity/'))
    return { status: 500, body: { error: 'server_error', error_description: 'internal server error' } }
  const [, errorId, domain, message] = systemErrors.find(([prefix]) => path.startsWith(prefix)) ?? [
    '',
    2003,
    'ACCESS',
    'Internal error',
  ]
  return { status: 500, body: { errors: [body(domain, 'APPLICATION')(errorId, message)] } }
}

/** What the gate answers to a call that the seller or eBay does not allow. */
export const accessDenied = (): SimAnswer => ({
  status: 403,
  body: {
    errors: [
      {
        ...accessError(1100, 'Access denied'),
        longMessage: 'Insufficient permissions to fulfill the request.',
      },
    ],
  },
})

/** What the gate in front of every API answers once the calls are used up. */
export function tooManyRequests(path: string, retryAfterSeconds: number): SimAnswer {
  const headers = { 'retry-after': String(retryAfterSeconds) }
  if (path.startsWith('/identity/')) {
    return { status: 429, headers, body: { error: 'temporarily_unavailable', error_description: 'too many requests' } }
  }
  const longMessage = 'The request limit has been reached for the resource.'
  return { status: 429, headers, body: { errors: [{ ...accessError(2001, 'Too many requests.'), longMessage }] } }
}
