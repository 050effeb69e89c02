export interface ImageHost {
  name: string
  apiKey: string
  secret: string
  uploadUrl: string
}

/** The image host of MEDIA_URL: `cloudinary://key:secret@cloud`, or the upload address of one alike with key and secret in it. */
export function readHost(mediaUrl: string): ImageHost {
  const url = new URL(mediaUrl)
  const [apiKey, secret] = [decodeURIComponent(url.username), decodeURIComponent(url.password)]
  if (url.protocol === 'cloudinary:')
    return {
      name: url.hostname,
      apiKey,
      secret,
      uploadUrl: `https://api.cloudinary.com/v1_1/${url.hostname}/image/upload`,
    }
  const name = /\/v1_1\/([^/]+)/.exec(url.pathname)?.[1] ?? url.hostname
  url.username = ''
  url.password = ''
  return { name, apiKey, secret, uploadUrl: url.href }
}
