import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { channelIds } from '#contract/channels/names.ts'
import { signs } from '../web/ui/images/channel-signs.ts'

/*
 * Draws the channels' icons, `/channel_icons/{channel}.png`, from their signs and colours. Run it when either changes.
 */

const folder = join(import.meta.dirname, '../web/public/channel_icons')
const pixels = 96

const tokens = await readFile(join(import.meta.dirname, '../web/ui/theme/tokens.css'), 'utf8')
await mkdir(folder, { recursive: true })
for (const id of channelIds) {
  const color = new RegExp(`--ch-${id}: (#[0-9a-f]{6})`).exec(tokens)?.[1]
  if (!color) throw new Error(`tokens.css has no colour --ch-${id}`)
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 30" width="${pixels}" height="${pixels}">
    <rect width="30" height="30" rx="7.5" fill="${color}"/>
    <path transform="translate(5 5)" d="${signs[id]}" fill="none" stroke="#fff" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round"/>
  </svg>`
  await writeFile(join(folder, `${id}.png`), await sharp(Buffer.from(svg)).png({ palette: true }).toBuffer())
}
