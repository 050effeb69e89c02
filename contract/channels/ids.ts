import { z } from 'zod'
import { channelIds, type ChannelId as Id } from './names.ts'

export { channelIds, channelNames } from './names.ts'
export const ChannelId = z.enum(channelIds)
export type ChannelId = Id
