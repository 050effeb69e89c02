import type { CallReply } from '#contract/endpoint.ts'
import { type getImport, tableFileName, uploadImport } from '#contract/imports.ts'
import { ApiError, addressOf, unwrap } from '#web/call.ts'

export type Import = CallReply<typeof getImport>
export type ImportKind = Import['kind']
export type ImportColumn = Import['columns'][number]

export interface Sending {
  /** The import that the file became. @throws ApiError; an AbortError after `stop` */
  done: Promise<Import>
  stop: () => void
}

/** Sends a file and tells how many bytes have left; `fetch` cannot tell that of what it sends. */
export function send(file: File, kind: ImportKind, onSent: (bytes: number) => void): Sending {
  const request = new XMLHttpRequest()
  const done = new Promise<Import>((resolve, reject) => {
    request.open(uploadImport.method, addressOf(uploadImport, { query: { kind } }))
    request.responseType = 'json'
    request.setRequestHeader('accept', 'application/json')
    request.upload.onprogress = ({ loaded }) => onSent(Math.min(loaded, file.size))
    request.onload = () => {
      try {
        resolve(unwrap<Import>(request.status, request.response))
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)))
      }
    }
    request.onerror = () => reject(new ApiError(0, 'No response.'))
    request.onabort = () => reject(new DOMException('Stopped.', 'AbortError'))
    const form = new FormData()
    form.append('file', file)
    request.send(form)
  })
  return { done, stop: () => request.abort() }
}

/** Files are told apart by their names: what a browser calls their type differs from system to system. */
export const isTable = ({ name }: Pick<File, 'name'>): boolean => tableFileName.test(name)
