import { useQuery } from '@tanstack/react-query'
import { ApiError } from '#web/call.ts'
import { type RawDocument, readDocument } from './document.ts'

export const DOCUMENT = '/api/v2/openapi.json'

async function loadDocument(signal: AbortSignal) {
  const response = await fetch(DOCUMENT, { signal }).catch((error: unknown) => {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ApiError(0, 'No response.')
  })
  if (!response.ok) throw new ApiError(response.status, 'The API document could not be loaded.')
  return readDocument((await response.json()) as RawDocument)
}

/** The API document of this Motto. It stays the same for as long as the page is open. */
export const useDocument = () =>
  useQuery({
    queryKey: [[], 'api document'],
    queryFn: ({ signal }) => loadDocument(signal),
    staleTime: Number.POSITIVE_INFINITY,
    structuralSharing: false,
  })
