import { type ApiError, fieldError } from '#web/call.ts'

/** What the server said about the name of a template, for its field. @param path where the name stands in what was sent */
export const nameRefused = (error: ApiError | null, path = 'productTemplate.name'): string | undefined =>
  fieldError(error, path) ?? (error?.code === 'template_taken' ? error.message : undefined)
