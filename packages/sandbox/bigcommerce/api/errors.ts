import type { SimAnswer } from '../../kit/simulator.ts'

/** A refusal in BigCommerce's two shapes: V3 answers a problem with its fields, V2 a list of one. Sentences that are not published are ours. */
export class BigCommerceError extends Error {
  readonly status: number
  readonly errors: Record<string, string>
  readonly headers: Record<string, string>
  constructor(
    status: number,
    title: string,
    { errors = {}, headers = {} }: { errors?: Record<string, string>; headers?: Record<string, string> } = {},
  ) {
    super(title)
    this.status = status
    this.errors = errors
    this.headers = headers
  }
  answer(version: string): SimAnswer {
    const { status, message: title, errors, headers } = this
    if (version === 'v2') return { status, headers, body: [{ status, message: title }] }
    const type = 'https://developer.bigcommerce.com/api-docs/getting-started/api-status-codes'
    return { status, headers, body: { status, title, type, ...(Object.keys(errors).length > 0 && { errors }) } }
  }
}

export const refuse = (status: number, title: string, headers?: Record<string, string>): BigCommerceError =>
  new BigCommerceError(status, title, { headers })
export const notFound = (what = 'The requested resource was not found.'): BigCommerceError => refuse(404, what)
/** One field that cannot be. */
export const invalid = (field: string, sentence: string, status = 422): BigCommerceError =>
  new BigCommerceError(status, 'JSON data is missing or invalid', { errors: { [field]: sentence } })
/** Something that has to be unique, or to be there. */
export const conflict = (field: string, sentence: string): BigCommerceError =>
  new BigCommerceError(409, sentence, { errors: { [field]: sentence } })
