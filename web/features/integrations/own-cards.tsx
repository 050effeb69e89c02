import type { ComponentType } from 'react'
import type { ChannelId } from '#contract/channels/ids.ts'
import type { OwnCardProps } from './own-card-props.ts'
import { Spreadsheets } from './sheets/spreadsheets.tsx'

/** What only one channel has to set up, above what all have. */
const ownCards: Partial<Record<ChannelId, ComponentType<OwnCardProps>>> = { csv: Spreadsheets }

export function OwnCard(props: OwnCardProps) {
  const Card = ownCards[props.integration.channel]
  return Card ? <Card {...props} /> : null
}
