import { type ChannelId, channelNames } from '#contract/channels/ids.ts'

/** A mail's content; the address is chosen by the sender of it. */
export interface Mail {
  subject: string
  html: string
  text: string
  /** Whose name it is sent in; Motto's own unless given. */
  from?: string
  /** Where a mail program unsubscribes by itself, and a browser shows a page. */
  unsubscribe?: string
}

interface Content {
  subject: string
  title: string
  lines: string[]
  /** Things, each with a page of its own. */
  items?: { label: string; detail: string; url: string }[]
  /** Absent from a mail that asks for nothing. */
  button?: { label: string; url: string }
  /** Small print at the end. */
  notes: string[]
  /** At the very end, smaller than a button. */
  stop?: { label: string; url: string }
}
const VALID = 'The link works once and expires in 30 minutes.'
const NOT_YOU = 'If you didn’t request this, you can ignore this email.'

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escape = (text: string) => text.replaceAll(/[&<>"']/g, (c) => entities[c] ?? c)
const link = (publicUrl: string, path: string, query: Record<string, string>) =>
  `${publicUrl}${path}?${new URLSearchParams(query)}`

export const confirmMail = (publicUrl: string, uuid: string, code: string): Mail =>
  write({
    subject: 'Confirm your email',
    title: 'Confirm your email',
    lines: ['Welcome to Motto. Confirm your email address, then log in to set up your shop.'],
    button: { label: 'Confirm email', url: link(publicUrl, '/confirmEmail', { uuid, code }) },
    notes: [VALID, NOT_YOU],
  })

export const resetMail = (publicUrl: string, uuid: string, code: string): Mail =>
  write({
    subject: 'Reset your password',
    title: 'Reset your password',
    lines: ['Use the button below to choose a new password. You’ll be logged out on all devices.'],
    button: { label: 'Reset password', url: link(publicUrl, '/resetPassword', { uuid, code }) },
    notes: [VALID, NOT_YOU],
  })

export const loginMail = (publicUrl: string, email: string, token: string): Mail =>
  write({
    subject: 'Your login link',
    title: 'Log in to Motto',
    lines: ['Use the button below to log in without a password.'],
    button: { label: 'Log in', url: link(publicUrl, '/login', { email, token }) },
    notes: [`${VALID} Don’t share this link. Anyone who opens it can log in as you.`, NOT_YOU],
  })

export const twoFactorMail = (publicUrl: string, on: boolean): Mail =>
  write({
    subject: `Two-factor authentication is ${on ? 'on' : 'off'}`,
    title: `Two-factor authentication is ${on ? 'on' : 'off'}`,
    lines: [
      on
        ? 'From now on, you’ll need a code from your authenticator app or a backup code to log in.'
        : 'From now on, you only need your password to log in.',
    ],
    button: { label: 'Reset password', url: `${publicUrl}/forgotPassword` },
    notes: ['If this wasn’t you, reset your password now and check your account.'],
  })

export interface Invitation {
  organization: string
  role: string
  invitedBy: string
  /** Of the link that lets them in. */
  token: string
}
export const invitationMail = (publicUrl: string, { organization, role, invitedBy, token }: Invitation): Mail =>
  write({
    subject: `Join ${organization} on Motto`,
    title: `Join ${organization}`,
    lines: [
      `${invitedBy} invited you to ${organization} as ${role}.`,
      'Use the button below to accept. If you’re new to Motto, you’ll just choose a password.',
    ],
    button: { label: 'View invitation', url: link(publicUrl, '/invitation', { token }) },
    notes: [
      'The invitation expires in 14 days.',
      'Don’t share this link. It works once, and anyone who opens it can join in your place.',
      'Don’t know them? You can ignore this email.',
    ],
  })

export interface SupportMessage {
  topic: string
  priority: string
  message: string
  email: string
  sender: string
}
/** To the installation's support, which answers to `email`. */
export const supportMail = ({ topic, priority, message, email, sender }: SupportMessage): Mail =>
  write({
    subject: `[${priority}] ${topic}: ${message.slice(0, 80)}`,
    title: topic,
    lines: message.split(/\r?\n/).filter((line) => line.trim() !== ''),
    notes: [`Priority: ${priority}`, `Answer to: ${email}`, `Sent by: ${sender}`],
  })

/** To the Admins: a webhook endpoint gets no events any more, until somebody resumes it. */
export const webhookMail = (
  publicUrl: string,
  { organization, url, isGone }: { organization: string; url: string; isGone: boolean },
): Mail =>
  write({
    subject: `[${organization}] A webhook was ${isGone ? 'ended' : 'paused'}`,
    title: `A webhook was ${isGone ? 'ended' : 'paused'}`,
    lines: [
      isGone
        ? `${url} answered 410 (gone), so Motto sends it no more events.`
        : `Every request to ${url} failed for five days, so Motto stopped sending. New events are kept for 30 days.`,
      'Check the receiver, then resume the webhook. Failed deliveries can be sent again.',
    ],
    button: { label: 'Open webhooks', url: `${publicUrl}/account/webhooks` },
    notes: [`You get this email because you’re an Admin of ${organization}.`],
  })

/** Items listed in one mail; the page behind its button has them all. */
const MOST_ITEMS = 20

export interface NewsMail {
  publicUrl: string
  organization: string
  title: string
  /** Their paths begin with a slash. */
  news: readonly { subject: string; detail: string; path: string }[]
  path: string
  /** "new orders" */
  about: string
  unsubscribe: string
}
/** One mail about all that happened in a few minutes. */
export function newsMail({ publicUrl, organization, title, news, path, about, unsubscribe }: NewsMail): Mail {
  const rest = news.length - MOST_ITEMS
  return {
    ...write({
      subject: `[${organization}] ${title}`,
      title,
      lines: [],
      items: [
        ...news
          .slice(0, MOST_ITEMS)
          .map(({ subject, detail, path }) => ({ label: subject, detail, url: publicUrl + path })),
        ...(rest > 0 ? [{ label: `and ${rest} more`, detail: '', url: publicUrl + path }] : []),
      ],
      button: { label: 'Open Motto', url: publicUrl + path },
      notes: [`You get these emails because notifications for ${about} are on in ${organization}.`],
      stop: { label: `Unsubscribe from ${about}`, url: unsubscribe },
    }),
    from: organization.replaceAll(/\s+/g, ' '),
    unsubscribe,
  }
}

/** A report as PDF and CSV beside the mail. */
export const reportMail = (o: {
  organization: string
  name: string
  lines: string[]
  every: 'week' | 'month'
  address: string
  settings: string
  /** Absent for who asked for this one mail. */
  unsubscribe: string | undefined
}): Mail => ({
  ...write({
    subject: `[${o.organization}] ${o.name}`,
    title: o.name,
    lines: [...o.lines, 'The figures are attached as PDF and CSV.'],
    button: { label: 'Open in Motto', url: o.address },
    notes: [
      o.unsubscribe
        ? `${o.organization} sends you this report every ${o.every}.`
        : 'You sent yourself this copy. The report itself goes to other people.',
    ],
    stop: o.unsubscribe
      ? { label: 'Unsubscribe', url: o.unsubscribe }
      : { label: 'View all email reports', url: o.settings },
  }),
  from: o.organization.replaceAll(/\s+/g, ' '),
  ...(o.unsubscribe ? { unsubscribe: o.unsubscribe } : {}),
})

/** A buyer asks what is kept of them. Says by which orders they are found, nothing of what is kept. */
export const dataRequestMail = (
  publicUrl: string,
  o: { channel: ChannelId; shop: string; orders: { id: number; number: string }[] },
): Mail =>
  write({
    subject: `A customer of ${o.shop} has requested their data`,
    title: 'A customer has requested their data',
    lines: [
      `A customer of your ${channelNames[o.channel]} shop ${o.shop} has requested their data. Send it to them within 30 days.`,
      o.orders.length > 0
        ? 'These are their orders in Motto, with the contact details stored for each.'
        : 'Motto has no orders from this customer, so there’s nothing to send.',
    ],
    items: o.orders.map(({ id, number }) => ({
      label: `Order ${number}`,
      detail: '',
      url: `${publicUrl}/order/${id}`,
    })),
    notes: [`${channelNames[o.channel]} forwarded this request to you.`],
  })

function write(content: Content): Mail {
  const { subject, title, lines, items = [], button, notes, stop } = content
  const list = items.map(({ label, detail, url }) => [label, detail, url].filter(Boolean).join('\n  '))
  const links = [button, stop].map((part) => (part ? [`${part.label}: ${part.url}`] : []))
  return {
    // A name given by a user must not begin another header line.
    subject: subject.replaceAll(/\s+/g, ' '),
    text: [title, ...lines, ...list, ...(links[0] ?? []), ...notes, ...(links[1] ?? [])].join('\n\n') + '\n',
    html: page(content),
  }
}

const font = "font-family:Inter,-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif"
const paragraph = (text: string) =>
  `<p style="margin:0 0 16px;font-size:16px;line-height:24px;color:#27272a">${escape(text)}</p>`
const small = (text: string) =>
  `<p style="margin:0 0 8px;font-size:13px;line-height:20px;color:#5f5f68">${escape(text)}</p>`

const press = ({
  label,
  url,
}: NonNullable<
  Content['button']
>) => `<p style="margin:24px 0"><a href="${escape(url)}" style="display:inline-block;padding:12px 20px;border-radius:8px;background:#18181b;color:#ffffff;font-size:16px;font-weight:600;text-decoration:none">${escape(label)}</a></p>
${small('Or copy this address into your browser:')}
<p style="margin:0 0 24px;font-size:13px;line-height:20px;word-break:break-all"><a href="${escape(url)}" style="color:#18181b">${escape(url)}</a></p>`

const item = ({ label, detail, url }: NonNullable<Content['items']>[number]) =>
  `<p style="margin:0 0 12px;font-size:16px;line-height:24px"><a href="${escape(url)}" style="color:#18181b;font-weight:600">${escape(label)}</a>${detail ? `<br><span style="font-size:14px;color:#5f5f68">${escape(detail)}</span>` : ''}</p>`
const end = ({ label, url }: NonNullable<Content['stop']>) =>
  `<p style="margin:0;font-size:13px;line-height:20px"><a href="${escape(url)}" style="color:#5f5f68">${escape(label)}</a></p>`

const page = ({ title, lines, items = [], button, notes, stop }: Content) => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${escape(title)}</title></head>
<body style="margin:0;padding:0;background:#f4f4f5;${font}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f4f4f5"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:520px;background:#ffffff;border:1px solid #e4e4e7;border-radius:12px">
<tr><td style="padding:32px;${font}">
<p style="margin:0 0 24px;font-size:14px;font-weight:600;letter-spacing:.02em;color:#5f5f68">Motto</p>
<h1 style="margin:0 0 16px;font-size:22px;line-height:30px;color:#18181b">${escape(title)}</h1>
${lines.map(paragraph).join('\n')}
${items.map(item).join('\n')}
${button ? press(button) : ''}
${notes.map(small).join('\n')}
${stop ? end(stop) : ''}
</td></tr></table>
</td></tr></table>
</body>
</html>
`
