import { useSyncExternalStore } from 'react'

import type { OrderList } from '#contracts/payments.ts'
import { MAIN_COURSE, opensModule } from '#domain/gating/course-contents.ts'

import { onStorageChange, storedValue } from './browser-storage.ts'
import { storageKeys } from './storage-keys.ts'
import { readUserId } from './stored-session.ts'

/** `userId`: null for a guest's purchase in this browser, until someone signs in. `until`: end of the access; absent if it has none. */
type Owned = { userId: string | null; since: string; until?: string }

const isTime = (value: unknown): value is string => typeof value === 'string' && !Number.isNaN(Date.parse(value))

function parse(raw: unknown): Owned | null {
	if (typeof raw !== 'object' || raw === null) return null
	const { userId, since, until } = raw as Record<string, unknown>
	const isKnown = typeof userId === 'string' || userId === null
	return isKnown && isTime(since) ? { userId, since, ...(isTime(until) && { until }) } : null
}

const value = storedValue(storageKeys.ownedCourse, parse)

function readOwned(): Owned | null {
	const owned = value.read()
	const isOver = owned?.until !== undefined && Date.parse(owned.until) <= Date.now()
	return owned?.userId === readUserId() && !isOver ? owned : null
}

/**
 * Returns when the main course was bought, by the signed-in learner or by a guest in this browser.
 * @returns RFC 3339 timestamp, or null
 */
export const readOwnedSince = (): string | null => readOwned()?.since ?? null

/** Like `readOwnedSince`, but null until hydration. Use it only for texts and links: it unlocks nothing. */
export const useOwnedSince = (): string | null => useSyncExternalStore(onStorageChange, readOwnedSince, () => null)

/** Like `useOwnedSince`, but null while all access has an end: it can be bought again at any time. */
export const useOwnedForGoodSince = (): string | null =>
	useSyncExternalStore(
		onStorageChange,
		() => (readOwned()?.until === undefined ? readOwnedSince() : null),
		() => null,
	)

/** Caches whether a learner owns the main course, so that the next page doesn't have to wait for the server. */
export function cacheOwnership(userId: string, { orders, entitlements, opens, opensForGood }: Omit<OrderList, 'ended'>): void {
	const open = orders.filter(({ accessEndsAt: end }) => !end || Date.parse(end) > Date.now())
	const paid = open.flatMap(({ paidAt, product, accessEndsAt }) =>
		paidAt !== null && entitlements.includes(product.code) ? [{ since: paidAt, accessEndsAt }] : [],
	)
	const [first] = paid.toSorted((a, b) => a.since.localeCompare(b.since))
	// Only pages about the main course use this.
	const isForGood = opensModule(opensForGood, MAIN_COURSE)
	const until = paid
		.flatMap(({ accessEndsAt }) => accessEndsAt ?? [])
		.toSorted()
		.at(-1)
	if (first === undefined || !opensModule(opens, MAIN_COURSE) || (!isForGood && until === undefined)) value.clear()
	else value.write({ userId, since: first.since, ...(!isForGood && until && { until }) })
}

/** Stores a guest's purchase in the browser used for the payment, until an account's response replaces it. */
export const rememberGuestPurchase = (since: string): boolean => value.write({ userId: null, since })
