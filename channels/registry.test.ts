import { describe, expect, it } from 'vitest'
import { channelIds, channelNames } from '#contract/channels/ids.ts'
import { channelOf, channels } from './registry.ts'

describe('the registry', () => {
  it.each(Object.entries(channels))('%s stands under its own id and name', (id, channel) => {
    expect([channel.id, channel.name]).toEqual([id, channelNames[channel.id]])
    expect(channelIds).toContain(id)
    expect(channel.fields.safeParse({}).success).toBe(true)
    expect(channel.settings.safeParse({}).success).toBe(true)
  })
  it('refuses what it does not know', () => {
    expect(() => channelOf('manual')).toThrow('cannot be connected')
    expect(() => channelOf('constructor')).toThrow('cannot be connected')
  })
})
