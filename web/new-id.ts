/** An id that no other record has. Browsers have `randomUUID` only where the page came over HTTPS or from this machine. */
export const newId = (): string => crypto.randomUUID?.() ?? `${Date.now()}-${Math.random()}`
