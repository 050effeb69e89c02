import { listOf, textOf } from '../../kit/json.ts'
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

/** Takes as long as a picture. Invented: one whose address says `broken` is rejected. */
export function documentStatus(shop: Shop, { url, checkedFrom }: DocumentRow): 'SUBMITTED' | 'ACCEPTED' | 'REJECTED' {
  if (shop.now() < checkedFrom) return 'SUBMITTED'
  return url.includes('broken') ? 'REJECTED' : 'ACCEPTED'
}

const shown = (shop: Shop, document: DocumentRow) => ({
  documentId: document.documentId,
  documentStatus: documentStatus(shop, document),
  documentType: document.documentType,
  languages: document.languages,
})

const createFromUrl: Handler = ({ shop, context, body }: Call) => {
  const { documentType, documentUrl, languages: input } = body()
  const spoken = listOf(input).map(textOf)
  if (spoken.length === 0 || spoken.some((language) => !languages.has(language)))
    throw refuse(400, mediaError(190050, "Missing or invalid 'languages' value(s)."))
  if (!types.has(textOf(documentType)))
    throw refuse(400, mediaError(190051, "Missing or invalid 'documentType' value."))
  const url = textOf(documentUrl)
  if (!URL.canParse(url)) throw refuse(400, mediaError(190055, "Missing or invalid 'documentUrl' value."))
  const documentId = `doc-${shop.nextNumber('document')}`
  const checkedFrom = new Date(context.now().getTime() + context.lag().images * 1000).toISOString()
  const document: DocumentRow = { documentId, documentType: textOf(documentType), languages: spoken, url, checkedFrom }
  shop.put('document', documentId, document)
  // Also one that is checked at once begins as what it is not yet.
  return {
    status: 201,
    headers: { location: `${context.baseUrl}/commerce/media/v1_beta/document/${documentId}` },
    body: { ...shown(shop, document), documentStatus: 'SUBMITTED' },
  }
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
  route('sell.inventory', 'GET', `${documents}/{}`, getDocument),
]
