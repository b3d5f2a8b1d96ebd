import { useSyncExternalStore } from 'react'

import type { OrderList } from '#contracts/payments.ts'

import { onStorageChange, storedValue } from './browser-storage.ts'
import { storageKeys } from './storage-keys.ts'
import { readUserId } from './stored-session.ts'

/** `userId`: null for a guest's purchase in this browser, until someone signs in. */
type Owned = { userId: string | null; since: string }

function parse(raw: unknown): Owned | null {
	if (typeof raw !== 'object' || raw === null) return null
	const { userId, since } = raw as Record<string, unknown>
	const isKnown = typeof userId === 'string' || userId === null
	return isKnown && typeof since === 'string' && !Number.isNaN(Date.parse(since)) ? { userId, since } : null
}

const value = storedValue(storageKeys.ownedCourse, parse)

/**
 * Returns when the main course was bought, by the signed-in learner or by a guest in this browser.
 * @returns RFC 3339 timestamp, or null
 */
export function readOwnedSince(): string | null {
	const owned = value.read()
	return owned?.userId === readUserId() ? owned.since : null
}

/** Like `readOwnedSince`, but null until hydration. Use it only for texts and links: it unlocks nothing. */
export const useOwnedSince = (): string | null => useSyncExternalStore(onStorageChange, readOwnedSince, () => null)

/** Caches whether a learner owns the main course, so that the next page doesn't have to wait for the server. */
export function cacheOwnership(userId: string, { orders, entitlements, opens }: OrderList): void {
	const paid = orders.flatMap(({ paidAt, product }) => (paidAt !== null && entitlements.includes(product.code) ? [paidAt] : []))
	const [since] = paid.toSorted()
	// Only pages about the main course use this.
	if (since === undefined || !opens.courses.includes('main')) value.clear()
	else value.write({ userId, since })
}

/** Stores a guest's purchase in the browser used for the payment, until an account's response replaces it. */
export const rememberGuestPurchase = (since: string): boolean => value.write({ userId: null, since })
