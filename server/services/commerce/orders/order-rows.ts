import type { Selectable } from 'kysely'

import type { Orders } from '#server/db/row-types.ts'

export type OrderRow = Selectable<Orders>

/** `key` identifies the account or, for a guest, the browser: orders with the same key belong to the same person. */
export type Buyer = { userId: string | null; email: string | null; key: string }

export const guestKey = (browserKey: string) => `browser:${browserKey}`
