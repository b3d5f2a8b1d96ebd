import { useSyncExternalStore } from 'react'

import type { OrderList } from '#contracts/payments.ts'

import { onStorageChange, storedValue } from './browser-storage.ts'
import { storageKeys } from './storage-keys.ts'
import { readSession } from './stored-session.ts'

type Owned = { userId: string; since: string }

function parse(raw: unknown): Owned | null {
	if (typeof raw !== 'object' || raw === null) return null
	const { userId, since } = raw as Record<string, unknown>
	return typeof userId === 'string' && typeof since === 'string' && !Number.isNaN(Date.parse(since)) ? { userId, since } : null
}

const value = storedValue(storageKeys.ownedCourse, parse)

/** Since when the signed-in learner owns the course, as the server said last; null for everyone else. RFC 3339. */
export function readOwnedSince(): string | null {
	const session = readSession()
	const owned = value.read()
	return owned !== null && session.status === 'signed-in' && session.user.id === owned.userId ? owned.since : null
}

/** As `readOwnedSince`; null until a prerendered page is hydrated. It only chooses words and links; it unlocks nothing. */
export const useOwnedSince = (): string | null => useSyncExternalStore(onStorageChange, readOwnedSince, () => null)

/** Stores what the server says of a learner's orders, so that the next page need not wait for it. */
export function rememberOwned(userId: string, { orders, entitlements }: OrderList): void {
	const paid = orders.flatMap(({ paidAt, product }) => (paidAt !== null && entitlements.includes(product.code) ? [paidAt] : []))
	const [since] = paid.toSorted()
	if (since === undefined) value.clear()
	else value.write({ userId, since })
}
