import type { ChannelId } from '#contract/channels/ids.ts'
import { connectionCheckRecording } from '#contract/integrations/connection-checks.ts'
import { call } from '#web/call.ts'

interface Recorded {
  channel: ChannelId
  integrationId: number
  checkId: number
}

/** Hands the recording of a check to the browser as a file, as `npm run certify` writes it. */
export async function saveRecording({ channel, integrationId, checkId }: Recorded): Promise<void> {
  const recording = await call(connectionCheckRecording, { params: { integrationId, checkId } })
  const text = `${JSON.stringify(recording, null, 1)}\n`
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = address
  link.download = `motto-check-${channel}-${recording.at}.json`
  link.click()
  URL.revokeObjectURL(address)
}
