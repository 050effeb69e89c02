import { Button } from '@mantine/core'
import { Callout } from './callout.tsx'

interface Props {
  /** As a sentence begins. */
  what: string
  read: {
    data: unknown
    error: { message: string } | null
    isFetched: boolean
    isFetching: boolean
    refetch: () => unknown
  }
}

/** Says that a part of the page could not be read, with a way to try again; nothing where it could. */
export const CouldNotLoad = ({ what, read: { data, error, isFetched, isFetching, refetch } }: Props) =>
  data === undefined &&
  isFetched && (
    <Callout
      tone="danger"
      action={
        <Button size="xs" variant="default" loading={isFetching} onClick={() => void refetch()}>
          Try again
        </Button>
      }
    >
      {what} could not be loaded. {error?.message}
    </Callout>
  )
