import { existsSync } from 'node:fs'
import { channelNames } from '#contract/channels/ids.ts'
import { channels } from '#channels/registry.ts'
import { readConfig } from '../config.ts'
import { privacyAddress, verificationToken } from '../features/integrations/privacy/privacy.ts'
import { secretOf } from '../secret.ts'

// What an operator enters at each channel so that it can ask about people's data: `node server/cli/privacy.ts`.
if (existsSync('.env')) process.loadEnvFile('.env')
const config = readConfig(process.env)
const secret = secretOf(config)
for (const channel of Object.values(channels)) {
  if (!channel.privacy) continue
  console.log(`${channelNames[channel.id]}\n  address  ${privacyAddress(config, channel.id)}`)
  if (channel.privacy.challenge) console.log(`  token    ${verificationToken(secret, channel.id)}`)
}
