/** Records of one account. `unsent`: IDs of those that the account hasn't confirmed yet. */
export type AccountPartition<T> = { items: readonly T[]; unsent: readonly string[] }

/** Records by account, stored under the name `books`. `''` is the account before the first sign-in. */
export type AccountPartitions<T> = { owner: string; books: Readonly<Record<string, AccountPartition<T>>> }

/** Functions that identify, compare and merge the records of a store. */
export type RecordRules<T> = {
	idOf: (item: T) => string
	/** Merges two lists. Must be commutative, associative and idempotent, because merges may be repeated and done in any order. */
	merge: (ours: readonly T[], theirs: readonly T[]) => readonly T[]
	isSame: (a: T, b: T) => boolean
	/** Returns the result for a record that wasn't changed after it was sent; by default the account's version. */
	settle?: (held: T, account: T) => T
	/** True to also keep confirmed records of other accounts, for offline use after switching back. */
	keepsOthers?: boolean
}

export type Exchange<T> = { sent: readonly T[]; account: readonly T[] }

const EMPTY: AccountPartition<never> = { items: [], unsent: [] }
export const EMPTY_PARTITIONS: AccountPartitions<never> = { owner: '', books: {} }

export const findPartition = <T>({ books, owner }: AccountPartitions<T>): AccountPartition<T> => books[owner] ?? EMPTY

const addIds = (ids: readonly string[], more: readonly string[]) => [...new Set([...ids, ...more])].toSorted()
const withPartition = <T>(stored: AccountPartitions<T>, partition: AccountPartition<T>): AccountPartitions<T> => ({
	...stored,
	books: { ...stored.books, [stored.owner]: partition },
})

export function unsentItems<T>({ items, unsent }: AccountPartition<T>, { idOf }: RecordRules<T>): T[] {
	const ids = new Set(unsent)
	return items.filter((item) => ids.has(idOf(item)))
}

/** @param resend IDs of other records to send again */
export function storeItem<T>(
	stored: AccountPartitions<T>,
	{ item, resend = [] }: { item: T; resend?: readonly string[] },
	rules: RecordRules<T>,
): AccountPartitions<T> {
	const { items, unsent } = findPartition(stored)
	const id = rules.idOf(item)
	const others = items.filter((each) => rules.idOf(each) !== id)
	return withPartition(stored, { items: rules.merge(others, [item]), unsent: addIds(unsent, [...resend, id]) })
}

function leaveUnsent<T>(books: AccountPartitions<T>['books'], rules: RecordRules<T>): AccountPartitions<T>['books'] {
	const left = Object.entries(books).map(([owner, partition]) => [owner, { ...partition, items: unsentItems(partition, rules) }] as const)
	return Object.fromEntries(left.filter(([, { items }]) => items.length > 0))
}

/** Makes this account the owner. It gets the records from before the first sign-in, but never those of another account. */
export function assignOwner<T>(stored: AccountPartitions<T>, userId: string, rules: RecordRules<T>): AccountPartitions<T> {
	if (stored.owner === userId) return stored
	const { '': loose = EMPTY, [userId]: own = EMPTY, ...others } = stored.books
	const partition = { items: rules.merge(own.items, loose.items), unsent: addIds(own.unsent, loose.items.map(rules.idOf)) }
	return { owner: userId, books: { ...(rules.keepsOthers ? others : leaveUnsent(others, rules)), [userId]: partition } }
}

/** Merges the account's response. Records changed since they were sent, and refused ones, stay unchanged. */
export function confirmSent<T>(stored: AccountPartitions<T>, { sent, account }: Exchange<T>, rules: RecordRules<T>): AccountPartitions<T> {
	const { idOf, isSame, merge, settle = (_held, theirs) => theirs } = rules
	const { items, unsent } = findPartition(stored)
	const sentById = new Map(sent.map((item) => [idOf(item), item]))
	const accountById = new Map(account.map((item) => [idOf(item), item]))
	const isSettled = (item: T) => {
		const original = sentById.get(idOf(item))
		return original !== undefined && isSame(original, item)
	}
	const settled = new Set(items.filter(isSettled).map(idOf))
	const ours = items.map((item) => {
		const theirs = settled.has(idOf(item)) ? accountById.get(idOf(item)) : undefined
		return theirs === undefined ? item : settle(item, theirs)
	})
	return withPartition(stored, { items: merge(account, ours), unsent: unsent.filter((id) => !settled.has(id)) })
}

function unitePartitions<T>(
	ours: AccountPartition<T>,
	theirs: AccountPartition<T>,
	{ idOf, isSame, merge }: RecordRules<T>,
): AccountPartition<T> {
	const known = new Map(theirs.items.map((item) => [idOf(item), item]))
	const items = merge(ours.items, theirs.items)
	const ahead = items.filter((item) => {
		const other = known.get(idOf(item))
		return other === undefined || !isSame(other, item)
	})
	return { items, unsent: addIds(theirs.unsent, ahead.map(idOf)) }
}

/** Merges this tab's records with those that another tab stored. The stored owner wins, because that account signed in last. */
export function mergeTabRecords<T>(ours: AccountPartitions<T>, theirs: AccountPartitions<T>, rules: RecordRules<T>): AccountPartitions<T> {
	const owner = theirs.owner || ours.owner
	// Signing in empties the partition without an owner. A tab that still has its records must not add them to another account that has
	// signed in since.
	const { '': _loose, ...named } = ours.books
	const a = assignOwner(theirs.owner === '' ? ours : { ...ours, books: named }, owner, rules).books
	const b = assignOwner(theirs, owner, rules).books
	const both = Object.entries(a).map(
		([name, partition]) => [name, b[name] ? unitePartitions(partition, b[name], rules) : partition] as const,
	)
	return { owner, books: { ...b, ...Object.fromEntries(both) } }
}
