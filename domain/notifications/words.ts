import type { Notification, NotificationKind } from '#contract/notifications.ts'

type News = Pick<Notification, 'kind' | 'subject' | 'detail' | 'path'>

const many: Record<NotificationKind, string> = {
  orders: 'new orders',
  oversold: 'oversold orders',
  refused: 'rejected listings',
  disconnected: 'disconnected channels',
  published: 'finished publish runs',
  approvals: 'proposals to approve',
}
const sentences: Record<NotificationKind, (subject: string) => string> = {
  orders: (subject) => `New order ${subject}`,
  oversold: (subject) => `Oversold: ${subject}`,
  refused: (subject) => `Rejected: ${subject}`,
  disconnected: (subject) => `${subject} is disconnected`,
  published: (subject) => `Publish run finished: ${subject}`,
  approvals: (subject) => `Approval needed: ${subject}`,
}
/** Where all of a kind are seen. */
const pages: Record<NotificationKind, string> = {
  orders: '/orders',
  oversold: '/orders?tab=open&oversold=true',
  refused: '/listings?status=error',
  disconnected: '/integrations',
  published: '/inventory/publishing',
  approvals: '/account/approvals',
}
/** What a kind is called within a sentence: "mails about new orders". */
export const kindWords: Record<NotificationKind, string> = {
  orders: 'new orders',
  oversold: 'oversold orders',
  refused: 'rejected listings',
  disconnected: 'disconnected channels',
  published: 'finished publish runs',
  approvals: 'proposals to approve',
}

/** Pieces and money of an order, without its buyer: a mail and a screen are read by others, too. @param total in minor units */
export const orderDetail = (pieces: number, total: number, currency: string) =>
  `${pieces} ${pieces === 1 ? 'item' : 'items'}, ${(total / 100).toFixed(2)} ${currency}`

/** How listing many products ended. */
export const publishedDetail = (listed: number, failed: number) =>
  `${counted(listed)} listed${failed > 0 ? `, ${counted(failed)} not` : ''}`
const counted = (n: number) => n.toLocaleString('en-US')

export interface Told {
  title: string
  /** '' where the title says it all. */
  body: string
  path: string
}

/** One announcement of several news of one kind, newest first. */
export function announcement(kind: NotificationKind, news: readonly News[]): Told {
  const [newest] = news
  if (!newest || news.length > 1)
    return {
      title: `${news.length} ${many[kind]}`,
      body: news
        .slice(0, 3)
        .map(({ subject }) => subject)
        .join(', '),
      path: pages[kind],
    }
  return { title: sentences[kind](newest.subject), body: newest.detail, path: newest.path }
}
