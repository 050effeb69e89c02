import { z } from 'zod'
import { channelIds } from './names.ts'

export { channelIds, channelNames } from './names.ts'
export const ChannelId = z.enum(channelIds)
export type ChannelId = (typeof channelIds)[number]
