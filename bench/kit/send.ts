/** The data of an answer. @throws Error with the server's sentence where it refused */
export async function answerOf<T>(response: Response): Promise<T> {
  const { success, data, message } = (await response.json()) as { success: boolean; data: T; message: string }
  if (!success) throw new Error(message)
  return data
}

/** Posts JSON as somebody who is signed in. */
export const send = async <T>(url: string, cookie: string, body: object) =>
  answerOf<T>(
    await fetch(url, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }),
  )
