import type { Config } from '../config.ts'

/** Where support is reached (NAV-112): MAIL_URL may name it, `smtps://…/?support=help@example.com`; else it is support@ the host of PUBLIC_URL. */
export function supportAddress({ mailUrl, publicUrl }: Pick<Config, 'mailUrl' | 'publicUrl'>): string {
  const address = mailUrl ? new URL(mailUrl).searchParams.get('support') : null
  return address || `support@${new URL(publicUrl).hostname}`
}
