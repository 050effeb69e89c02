import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import type { Permission } from './permissions.ts'
import { Id, MailToken, Ok, Time } from './shapes.ts'

/** What a member may be told of. */
export const notificationKinds = ['orders', 'oversold', 'refused', 'disconnected', 'published', 'approvals'] as const
export const NotificationKind = z.enum(notificationKinds)
export type NotificationKind = z.output<typeof NotificationKind>

/** What one has to be allowed to read to be told of it. */
export const kindNeeds: Record<NotificationKind, Permission> = {
  orders: 'organization:read',
  oversold: 'organization:read',
  refused: 'organization:read',
  disconnected: 'organization:read',
  published: 'organization:read',
  // Of those who may approve.
  approvals: 'products:write',
}

/** What one member asked for in one organization. Everything is off until they did. */
const NotificationSettings = z.object({
  /** False for a Super Admin who only looks in: nothing can be asked for then. */
  member: z.boolean(),
  /** Where mails go. */
  email: z.string(),
  kinds: z.array(z.object({ kind: NotificationKind, browser: z.boolean(), mail: z.boolean() })),
})
export type NotificationSettings = z.output<typeof NotificationSettings>

export const Notification = z.object({
  id: Id,
  kind: NotificationKind,
  /** What it is about, such as an order's number. */
  subject: z.string(),
  detail: z.string(),
  /** Of the page that shows it, such as `/order/12`. */
  path: z.string(),
  at: Time,
})
export type Notification = z.output<typeof Notification>

export const getNotificationSettings = endpoint({
  method: 'GET',
  path: '/notifications/settings',
  summary: 'Get your notification settings',
  needs: 'organization:read',
  reply: NotificationSettings,
})
export const saveNotificationSetting = endpoint({
  method: 'POST',
  path: '/notifications/settings',
  summary: 'Turn notifications of one kind on or off',
  needs: 'organization:read',
  body: z.object({ kind: NotificationKind, browser: z.boolean().optional(), mail: z.boolean().optional() }),
  reply: NotificationSettings,
  errors: ['forbidden'],
  changes: ['notifications'],
})
export const recentNotifications = endpoint({
  method: 'GET',
  path: '/notifications/recent',
  summary: 'List your browser notifications of the last 10 minutes',
  needs: 'organization:read',
  reply: z.array(Notification),
})
export const sendTestMail = endpoint({
  method: 'POST',
  path: '/notifications/test',
  summary: 'Send yourself a sample notification email',
  needs: 'organization:read',
  reply: Ok,
  errors: ['forbidden', 'too_many_requests'],
})

export const readUnsubscribe = endpoint({
  method: 'GET',
  path: '/notifications/unsubscribe',
  summary: 'Get what an unsubscribe link stops',
  needs: 'public',
  query: MailToken,
  reply: z.object({ organization: z.string(), kind: NotificationKind, stopped: z.boolean() }),
  errors: ['code_invalid'],
})
export const unsubscribe = endpoint({
  method: 'POST',
  noKey: 'sets the same',
  path: '/notifications/unsubscribe',
  summary: 'Unsubscribe by email link (RFC 8058)',
  needs: 'public',
  query: MailToken,
  reply: Ok,
  errors: ['code_invalid'],
  oneClick: '/unsubscribe',
})
export const resubscribe = endpoint({
  method: 'POST',
  noKey: 'sets the same',
  path: '/notifications/resubscribe',
  summary: 'Resubscribe by email link',
  needs: 'public',
  query: MailToken,
  reply: Ok,
  errors: ['code_invalid'],
})
