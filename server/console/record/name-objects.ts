import { consolePaths, fileAddress } from '#contracts/console-paths.ts'
import { nameIssue } from '#domain/newsletter/name-issue.ts'
import { orderNumber } from '#domain/orders/order-number.ts'
import { findFile } from '#server/console/content/files.ts'
import { type Db, isUuid } from '#server/db/database.ts'

type Entry = { object_kind: string; object_id: string }

/** `currency`: currency of the object's amounts. */
export type NamedObject = { name: string; href: string | null; currency?: string }

const ERASED: NamedObject = { name: 'a deleted account', href: null }

const idsOf = (entries: readonly Entry[], kind: string) => [
	...new Set(entries.flatMap((entry) => (entry.object_kind === kind && isUuid(entry.object_id) ? [entry.object_id] : []))),
]

type Named = readonly (readonly [id: string, object: NamedObject])[]

async function nameAccounts(db: Db, ids: readonly string[], page: (id: string) => string): Promise<Named> {
	if (ids.length === 0) return []
	const rows = await db.selectFrom('auth.users').select(['id', 'email', 'deleted_at']).where('id', 'in', ids).execute()
	return rows.map(({ id, email, deleted_at: at }) => [id, at === null ? { name: email ?? 'a person', href: page(id) } : ERASED])
}

async function nameOrders(db: Db, ids: readonly string[]): Promise<Named> {
	if (ids.length === 0) return []
	const rows = await db.selectFrom('orders').select(['id', 'email', 'currency']).where('id', 'in', ids).execute()
	return rows.map(({ id, email, currency }) => [
		id,
		{ name: `Order ${orderNumber(id)}${email === null ? '' : ` of ${email}`}`, href: `${consolePaths.orders}/${id}`, currency },
	])
}

async function nameTickets(db: Db, ids: readonly string[]): Promise<Named> {
	if (ids.length === 0) return []
	const rows = await db.selectFrom('support_tickets').select(['id', 'subject']).where('id', 'in', ids).execute()
	return rows.map(({ id, subject }) => [id, { name: subject, href: `${consolePaths.tickets}/${id}` }])
}

async function nameIssues(db: Db, ids: readonly string[]): Promise<Named> {
	if (ids.length === 0) return []
	const rows = await db.selectFrom('newsletter_issues').select(['id', 'subject']).where('id', 'in', ids).execute()
	return rows.map(({ id, subject }) => [id, { name: nameIssue(subject), href: `${consolePaths.newsletter}/${id}` }])
}

function nameByKind({ object_kind: kind, object_id: id }: Entry): NamedObject | null {
	if (id === 'erased') return ERASED
	if (kind === 'coupon') return { name: id, href: `${consolePaths.coupons}/${id}` }
	if (kind === 'bulk-job') return { name: 'this bulk action', href: `${consolePaths.bulkJobs}/${id}` }
	const file = kind === 'content' && /\.\w{2,4}$/.test(id) ? findFile(id) : null
	return file && { name: file.title, href: fileAddress(file.path) }
}

/**
 * Resolves the names of the entries' objects, with one query per kind.
 * @returns a function that returns the object of an entry; null for an object that has no name or was deleted
 */
export async function nameObjects(db: Db, entries: readonly Entry[]): Promise<(entry: Entry) => NamedObject | null> {
	const known = new Map([
		...(await nameAccounts(db, idsOf(entries, 'account'), (id) => `${consolePaths.learners}/${id}`)),
		...(await nameOrders(db, idsOf(entries, 'order'))),
		...(await nameTickets(db, idsOf(entries, 'ticket'))),
		...(await nameIssues(db, idsOf(entries, 'letter'))),
	])
	return (entry) => known.get(entry.object_id) ?? nameByKind(entry)
}
