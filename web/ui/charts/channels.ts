import { type MarkId, markNames } from '../images/channel-mark.tsx'

/** Orders of a day by channel, as the calls answer them: beside the day, a count for each channel that had any. */
export type DayRow = Readonly<Record<string, string | number>>

export const channelName = (channel: string) => markNames[channel as MarkId] ?? channel
/** ANA-078, ANA-080: one palette for every chart. */
export const channelColor = (channel: string) => `var(--ch-${channel in markNames ? channel : 'manual'})`
/** The order in which channels stand on top of each other. */
export const channelsIn = (days: readonly DayRow[]) =>
  Object.keys(markNames).filter((channel) => days.some((day) => Number(day[channel] ?? 0) > 0))
