import type { Selectable } from 'kysely'

import type { Orders } from '#server/db/row-types.ts'

export type OrderRow = Selectable<Orders>

/** The buyer. `key` shows whether two checkouts are of the same person: an account, or a browser. */
export type Buyer = { userId: string | null; email: string | null; key: string }

export const guestKey = (browserKey: string) => `browser:${browserKey}`
