import type { Env, MediaRow } from '../state.ts'

export interface PictureError {
  code: string
  details: null
  message: string
}

/** What Shopify fetches in vain. It takes PNG, JPEG, GIF, WEBP and HEIC; here the name tells. */
function errorsOf({ source }: MediaRow): PictureError[] {
  const failed = (code: string, message: string) => [{ code, details: null, message }]
  if (!/^https?:$/.test(URL.canParse(source) ? new URL(source).protocol : ''))
    return failed('IMAGE_DOWNLOAD_FAILURE', 'The image could not be downloaded.')
  return /\.(svg|tiff?|bmp|pdf|psd)$/i.test(new URL(source).pathname)
    ? failed('UNSUPPORTED_IMAGE_FILE_TYPE', 'This file type is not supported.')
    : []
}

/** What became of a picture: it is fetched some time after it was sent. */
export function fetched(
  env: Env,
  media: MediaRow,
): { status: 'PROCESSING' | 'READY' | 'FAILED'; mediaErrors: PictureError[] } {
  const isDone = env.context.now().getTime() - Date.parse(media.createdAt) >= env.context.lag().images * 1000
  const mediaErrors = isDone ? errorsOf(media) : []
  return { status: !isDone ? 'PROCESSING' : mediaErrors.length === 0 ? 'READY' : 'FAILED', mediaErrors }
}
