import { useRef, useState } from 'react'
import { importPicture } from '#contract/products/images.ts'
import { call, messageOf } from '#web/call.ts'
import { uploadImage } from '#web/upload.ts'
import type { Chosen } from './drives.ts'

export interface Skipped {
  name: string
  reason: string
}

const take = async (chosen: Chosen, signal: AbortSignal) =>
  'url' in chosen
    ? (await call(importPicture, { body: { url: chosen.url } }, { signal })).url
    : uploadImage(await chosen.file(), chosen.name)

/** Takes pictures from elsewhere one after another; one that cannot be had is skipped, and it is said why (PRO-239). */
export function useImport(onPicture: (url: string) => void) {
  const [progress, setProgress] = useState<{ done: number; of: number }>()
  const [skipped, setSkipped] = useState<Skipped[]>([])
  const stopping = useRef<AbortController>(undefined)
  /** @returns those that were skipped */
  const run = async (all: readonly Chosen[]): Promise<Skipped[]> => {
    const { signal } = (stopping.current = new AbortController())
    const failed: Skipped[] = []
    setSkipped([])
    for (const [done, chosen] of all.entries()) {
      if (signal.aborted) break
      setProgress({ done, of: all.length })
      try {
        const url = await take(chosen, signal)
        if (!signal.aborted) onPicture(url)
      } catch (error) {
        if (signal.aborted) break
        failed.push({ name: chosen.name, reason: messageOf(error) })
        setSkipped([...failed])
      }
    }
    setProgress(undefined)
    return failed
  }
  return { progress, skipped, run, stop: () => stopping.current?.abort() }
}
