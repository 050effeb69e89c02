import { existsSync } from 'node:fs'
import { channelNames } from '#contract/channels/ids.ts'
import { channels } from '#channels/registry.ts'
import { readConfig } from '../config.ts'
import { privacyAddress, verificationToken } from '../features/integrations/privacy/privacy.ts'
import { appWebhookAddress } from '../features/integrations/webhooks.ts'
import { secretOf } from '../secret.ts'

// What an operator enters on the channels' pages of Motto's apps: `node server/cli/addresses.ts`.
if (existsSync('.env')) process.loadEnvFile('.env')
const config = readConfig(process.env)
const secret = secretOf(config)
for (const channel of Object.values(channels)) {
  const lines: string[] = []
  if (channel.webhooks?.scope === 'app') lines.push(`webhooks  ${appWebhookAddress(config, secret, channel)}`)
  if (channel.privacy) lines.push(`privacy   ${privacyAddress(config, channel.id)}`)
  if (channel.privacy?.challenge) lines.push(`  token   ${verificationToken(secret, channel.id)}`)
  if (lines.length > 0) console.log([channelNames[channel.id], ...lines].join('\n  '))
}
