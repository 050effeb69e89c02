import { type Json, listOf, textOf } from '../../kit/json.ts'
import type { SimContext } from '../../kit/simulator.ts'
import { type Call, type Handler, ok, route } from '../api/call.ts'
import { mediaError, refuse } from '../api/errors.ts'
import type { DocumentRow } from '../shapes.ts'
import type { Shop } from '../state.ts'

const types = new Set(
  'CERTIFICATE_OF_ANALYSIS CERTIFICATE_OF_CONFORMITY DECLARATION_OF_CONFORMITY INSTRUCTIONS_FOR_USE OTHER_SAFETY_DOCUMENTS SAFETY_DATA_SHEET TROUBLE_SHOOTING_GUIDE USER_GUIDE_OR_MANUAL INSTALLATION_INSTRUCTIONS ACCESSIBILITY_INFORMATION SAFETY_TEST_LAB_REPORTS EEK_ENERGY_LABEL EEK_PRODUCT_INFORMATION_SHEET GENERAL_CERTIFICATE_OF_CONFORMITY CHILDRENS_PRODUCT_CERTIFICATE'.split(
    ' ',
  ),
)
const languages = new Set('ENGLISH SPANISH ITALIAN GERMAN POLISH DUTCH PORTUGESE PORTUGUESE FRENCH OTHER'.split(' '))

/** Takes as long as a picture. Invented: one whose address says `broken` is rejected, and an uploaded one that only begins like its kind of file. */
export function documentStatus(
  shop: Shop,
  { url, checkedFrom }: DocumentRow,
): 'PENDING_UPLOAD' | 'SUBMITTED' | 'ACCEPTED' | 'REJECTED' {
  if (url === '') return 'PENDING_UPLOAD'
  if (shop.now() < checkedFrom) return 'SUBMITTED'
  return url.includes('broken') ? 'REJECTED' : 'ACCEPTED'
}

const shown = (shop: Shop, document: DocumentRow) => ({
  documentId: document.documentId,
  documentStatus: documentStatus(shop, document),
  documentType: document.documentType,
  languages: document.languages,
})

/** Keeps what is said of a document. @param url '' until its file is uploaded */
function created({ shop, context }: Call, { documentType, languages: input }: Json, url: string) {
  const spoken = listOf(input).map(textOf)
  if (spoken.length === 0 || spoken.some((language) => !languages.has(language)))
    throw refuse(400, mediaError(190050, "Missing or invalid 'languages' value(s)."))
  if (!types.has(textOf(documentType)))
    throw refuse(400, mediaError(190051, "Missing or invalid 'documentType' value."))
  const documentId = `doc-${shop.nextNumber('document')}`
  const document: DocumentRow = {
    documentId,
    documentType: textOf(documentType),
    languages: spoken,
    url,
    checkedFrom: checkedFrom(context),
  }
  shop.put('document', documentId, document)
  return {
    status: 201,
    headers: { location: `${context.baseUrl}/commerce/media/v1_beta/document/${documentId}` },
    body: shown(shop, document),
  }
}
const checkedFrom = (context: SimContext) =>
  new Date(context.now().getTime() + context.lag().images * 1000).toISOString()

const create: Handler = (call) => created(call, call.body(), '')

const createFromUrl: Handler = (call) => {
  const body = call.body()
  const url = textOf(body['documentUrl'])
  if (!URL.canParse(url)) throw refuse(400, mediaError(190055, "Missing or invalid 'documentUrl' value."))
  const answer = created(call, body, url)
  // Also one that is checked at once begins as what it is not yet.
  return { ...answer, body: { ...answer.body, documentStatus: 'SUBMITTED' } }
}

const MOST_BYTES = 10_485_760
/** By its first bytes, whatever it is called. */
function kindOf(file: Buffer): 'pdf' | 'jpg' | 'png' | undefined {
  const start = file.subarray(0, 4).toString('latin1')
  if (start === '%PDF') return 'pdf'
  if (start.startsWith('\xff\xd8\xff')) return 'jpg'
  return start === '\x89PNG' ? 'png' : undefined
}

/** The number and the sentences of its refusals are ours. */
const upload: Handler = async ({ shop, context, params, request: { rawBody, headers } }) => {
  const document = shop.get('document', params[0] ?? '')
  if (!document) throw refuse(404, mediaError(190052, `No document found with id ${params[0]}.`))
  const parts = await new Response(new Uint8Array(rawBody), {
    headers: { 'content-type': headers['content-type'] ?? '' },
  })
    .formData()
    .catch(() => undefined)
  const file = parts?.get('file')
  if (!(file instanceof File)) throw refuse(400, mediaError(190054, 'The form has no file.'))
  const bytes = Buffer.from(await file.arrayBuffer())
  const kind = kindOf(bytes)
  if (!kind) throw refuse(400, mediaError(190054, 'The file is no PDF, JPEG or PNG.'))
  if (bytes.length > MOST_BYTES) throw refuse(400, mediaError(190054, 'The file is larger than 10 MB.'))
  const name = `${bytes.length < 16 ? 'broken' : 'file'}.${kind}`
  const uploaded: DocumentRow = { ...document, url: name, checkedFrom: checkedFrom(context) }
  shop.put('document', document.documentId, uploaded)
  return ok({ ...shown(shop, uploaded), documentStatus: 'SUBMITTED' })
}

const getDocument: Handler = ({ shop, params }) => {
  const document = shop.get('document', params[0] ?? '')
  if (!document) throw refuse(404, mediaError(190052, `No document found with id ${params[0]}.`))
  return ok({
    ...shown(shop, document),
    documentMetadata: { fileName: document.url.split('/').at(-1) ?? '', fileSize: '1024', fileType: 'pdf' },
  })
}

const documents = '/commerce/media/v1_beta/document'
export const documentRoutes = [
  route('sell.inventory', 'POST', `${documents}/create_document_from_url`, createFromUrl),
  route('sell.inventory', 'POST', documents, create),
  route('sell.inventory', 'POST', `${documents}/{}/upload`, upload),
  route('sell.inventory', 'GET', `${documents}/{}`, getDocument),
]
