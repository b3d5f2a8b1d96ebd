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

/** Like `readOwnedSince`; null until hydration. Only for text and links: it unlocks nothing. */
export const useOwnedSince = (): string | null => useSyncExternalStore(onStorageChange, readOwnedSince, () => null)

/** Caches whether a learner owns the main course, so that the next page needn't wait for the response. */
export function cacheOwnership(userId: string, { orders, entitlements, opens }: OrderList): void {
	const paid = orders.flatMap(({ paidAt, product }) => (paidAt !== null && entitlements.includes(product.code) ? [paidAt] : []))
	const [since] = paid.toSorted()
	// Pages only use this for the main course.
	if (since === undefined || !opens.courses.includes('main')) value.clear()
	else value.write({ userId, since })
}

/** Stores a guest's purchase in the browser that paid. The response for an account replaces it. */
export const rememberGuestPurchase = (since: string): boolean => value.write({ userId: null, since })
