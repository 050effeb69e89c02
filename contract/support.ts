import { z } from 'zod'
import { Email } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { Ok } from './shapes.ts'

/** NAV-092, NAV-094 */
export const supportTopics = ['General question', 'Bug / Issue', 'Billing', 'Feature request'] as const
export const supportPriorities = ['Low', 'Normal', 'High'] as const
export const supportFiles = { most: 10, bytesEach: 10 * 1024 * 1024, bytesTogether: 20 * 1024 * 1024 } as const

/** A file as it arrives in a form. */
export interface SupportFile {
  name: string
  type: string
  content: Uint8Array
}
const File = z.custom<SupportFile>(
  (file) => (file as SupportFile | null)?.content instanceof Uint8Array,
  'Send files as multipart/form-data.',
)

/** As `multipart/form-data` with a repeated field `files`; without files as JSON as well. */
export const sendSupportEmail = endpoint({
  method: 'POST',
  path: '/users/sendSupportEmail',
  summary: 'Send a message to support (files as multipart/form-data)',
  needs: 'session',
  form: true,
  body: z.object({
    email: Email,
    topic: z.enum(supportTopics).default('General question'),
    priority: z.enum(supportPriorities).default('Normal'),
    message: z.string().trim().min(1, 'Write a message.').max(20_000, 'A message can have up to 20,000 characters.'),
    files: z.array(File).max(supportFiles.most, `Attach at most ${supportFiles.most} files.`).default([]),
  }),
  reply: Ok,
  errors: ['invalid_input', 'payload_too_large', 'too_many_requests'],
})
/** NAV-112 */
export const getSupportAddress = endpoint({
  method: 'GET',
  path: '/users/supportAddress',
  summary: 'Get the email address of support',
  needs: 'public',
  reply: z.object({ email: z.string() }),
})
