import type { ChannelId } from '#contract/channels/ids.ts'
import { listValueMappings } from '#contract/mappings/values.ts'
import type { Where } from '#domain/mappings/changed-values.ts'
import { type MapValue, compileValues } from '#domain/mappings/values.ts'
import { useRead } from '#web/api.ts'
import { isOnFor } from '../values/kept.ts'

/** What maps the values of a listing on a channel; undefined where nothing does, and until it is known. */
export function useValueMap(channel: ChannelId, where: Where): MapValue | undefined {
  const { data = [] } = useRead(listValueMappings, { query: { channel } })
  const on = data.filter((valueMap) => isOnFor(valueMap, where))
  return on.length > 0 ? compileValues(on) : undefined
}
