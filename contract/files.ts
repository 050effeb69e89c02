import { z } from 'zod'

/** Replies that are a file and no envelope: CSV in UTF-8, or XLSX with `format=xlsx`. */
export const File = z.unknown()
/** Replies that are a PDF. */
export const Pdf = z.unknown()
