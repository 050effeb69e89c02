import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { until } from './wait.ts'

const unquote = (text: string) =>
  text
    .replaceAll(/=\r?\n/g, '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/** The newest link to a page of ours in a mail to this address, waiting for the mail. @param page such as `/confirmEmail` */
export const mailedLink = (dataDir: string, to: string, page: string): Promise<URL> =>
  until(`a mail to ${to} with a link to ${page}`, async () => {
    const folder = join(dataDir, 'outbox')
    const mails = readdirSync(folder)
      .filter((f) => f.endsWith('.eml'))
      .sort()
      .reverse()
    for (const file of mails) {
      const mail = unquote(readFileSync(join(folder, file), 'utf8'))
      if (!mail.includes(to)) continue
      const link = new RegExp(`https?://[^\\s"<>]+${page}\\?[^\\s"<>]+`).exec(mail)?.[0]
      if (link) return new URL(link.replaceAll('&amp;', '&'))
    }
    return undefined
  })
