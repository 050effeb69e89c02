import { z } from 'zod'
import { safetyAttributes } from '#domain/safety/names.ts'
import type { DocumentKind, SafetyDocument } from '#domain/safety/safety.ts'
import { ChannelError } from '../../channel.ts'
import { digestOf } from '../../kit/digest.ts'
import { readAs } from '../../kit/read.ts'
import { type EbayConnection, find, send } from '../calls.ts'
import type { EbayListing } from '../listings/map.ts'
import { marketplaceOf } from '../listings/marketplaces.ts'

/** Media API 5.1, read 2026-11-29. */
const media = '/commerce/media/v1_beta/document'
const Document = z.object({ documentId: z.string(), documentStatus: z.string() })

const kinds: Record<DocumentKind | '', string> = {
  '': 'OTHER_SAFETY_DOCUMENTS',
  'Safety data sheet': 'SAFETY_DATA_SHEET',
  'User guide': 'USER_GUIDE_OR_MANUAL',
  'Instructions for use': 'INSTRUCTIONS_FOR_USE',
  'Installation instructions': 'INSTALLATION_INSTRUCTIONS',
  'Declaration of conformity': 'DECLARATION_OF_CONFORMITY',
  'Certificate of conformity': 'CERTIFICATE_OF_CONFORMITY',
  'Test report': 'SAFETY_TEST_LAB_REPORTS',
}
const languages: Record<string, string> = {
  de: 'GERMAN',
  en: 'ENGLISH',
  es: 'SPANISH',
  fr: 'FRENCH',
  it: 'ITALIAN',
  nl: 'DUTCH',
  pl: 'POLISH',
  pt: 'PORTUGUESE',
}

const field = `attributes.${safetyAttributes.documents}`
const RETRY_SECONDS = 30
const KEEP_MS = 3_600_000
const MOST_KEPT = 500
/** Documents that eBay is still checking: asked about again, not made again. */
const begun = new Map<string, { until: number; id: string }>()

interface Filed extends SafetyDocument {
  /** Tells it from others of the listing. */
  key: string
}
const filedAs = (c: EbayConnection, document: SafetyDocument): Filed => {
  const language = document.language || marketplaceOf(c.settings.marketplaceId).language.slice(0, 2)
  return { ...document, language, key: `${kinds[document.kind]} ${language} ${document.url}` }
}

/**
 * The listing with the ids of its safety documents. eBay checks each, which takes a while; only what it accepted may stand in an offer.
 * @throws ChannelError `conflict` while eBay checks, `invalid` where it does not take one
 */
export async function withDocuments(c: EbayConnection, listing: EbayListing): Promise<EbayListing> {
  const documents = (listing.safety?.documents ?? []).map((document) => filedAs(c, document))
  if (documents.length === 0) return listing
  const known = JSON.parse(listing.external?.data?.['documents'] ?? '{}') as Record<string, string>
  const ids: Record<string, string> = {}
  for (const document of documents) ids[document.key] = known[document.key] ?? (await acceptedId(c, document))
  return { ...listing, documentIds: ids }
}

async function acceptedId(c: EbayConnection, document: Filed): Promise<string> {
  const now = c.now().getTime()
  const key = digestOf([c.origins.api ?? '', c.accessToken, document.key])
  for (const [old, { until }] of begun) if (until <= now) begun.delete(old)
  if (begun.size >= MOST_KEPT) begun.delete(begun.keys().next().value ?? '')
  const id = begun.get(key)?.id ?? (await create(c, document))
  begun.set(key, { until: now + KEEP_MS, id })
  const answer = await find(c, Document, `${media}/${encodeURIComponent(id)}`)
  if (answer?.documentStatus === 'ACCEPTED') {
    begun.delete(key)
    return id
  }
  if (answer?.documentStatus === 'SUBMITTED' || answer?.documentStatus === 'PENDING_UPLOAD')
    throw new ChannelError('conflict', `eBay is still checking the document ${document.url}.`, {
      retryAfterSeconds: RETRY_SECONDS,
    })
  begun.delete(key)
  throw refusal(document)
}

const refusal = ({ url }: SafetyDocument, cause?: unknown): ChannelError => {
  const sentence = `eBay didn’t accept the document ${url}. It takes PDF, PNG and JPEG files of up to 10 MB: uploaded to Motto, or at a public https address.`
  return new ChannelError('invalid', sentence, { fields: { [field]: sentence }, cause })
}

/** A file that Motto keeps is uploaded; eBay fetches any other from its link. @returns its id */
async function create(c: EbayConnection, document: Filed): Promise<string> {
  const about = { documentType: kinds[document.kind], languages: [languages[document.language] ?? 'OTHER'] }
  try {
    const file = await c.ownFile?.(document.url)
    const answer = await send(c, {
      method: 'POST',
      path: file ? media : `${media}/create_document_from_url`,
      json: file ? about : { ...about, documentUrl: document.url },
    })
    const { documentId } = readAs('eBay', Document, answer.body, true)
    if (file)
      await send(c, {
        method: 'POST',
        path: `${media}/${encodeURIComponent(documentId)}/upload`,
        multipart: { file },
      })
    return documentId
  } catch (error) {
    if (error instanceof ChannelError && error.kind === 'invalid') throw refusal(document, error)
    throw error
  }
}
