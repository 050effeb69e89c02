import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent } from 'react'
import { recentNotifications } from '#contract/notifications.ts'
import { useRead } from '../api.ts'
import { showNews, usePermission } from '../browser-news.ts'

/** A burst is told as one: it waits this long for more of it, in milliseconds. */
const gatherMs = 700

/** Shows what is new as notifications of the browser, once they are allowed here. Draws nothing. */
export function News({ userId, organizationId }: { userId: number; organizationId: number }) {
  return usePermission() === 'granted' ? <Watch whose={`${userId}-${organizationId}`} /> : null
}

function Watch({ whose }: { whose: string }) {
  const router = useRouter()
  const { data } = useRead(recentNotifications)
  const show = useEffectEvent(() => {
    if (data) void showNews(data, whose, (path) => void router.navigate({ href: path }))
  })
  useEffect(() => {
    if (!data?.length) return undefined
    const timer = setTimeout(show, gatherMs)
    return () => clearTimeout(timer)
  }, [data])
  return null
}
