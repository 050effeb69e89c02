export type { Change, Watching } from './changes.ts'
export {
  createClient,
  operationNames,
  type Client,
  type InputOf,
  type OperationName,
  type PagedName,
  type ReplyOf,
} from './client.ts'
export { MottoError, type ClientCode } from './error.ts'
export type { Area, ErrorCode } from './generated/names.ts'
export type * as types from './generated/types.ts'
export type { CallOptions, ClientOptions } from './send.ts'
export { verifyWebhook, WebhookError, type Webhook } from './webhooks.ts'
