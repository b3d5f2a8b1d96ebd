import { sql } from 'kysely'

import { consolePaths, fileAddress } from '#contracts/console-paths.ts'
import { orderNumber } from '#domain/orders/order-number.ts'
import { describeOrderFilter, toDisplayedOrderStatus } from '#domain/orders/order-status.ts'
import { formatMoney } from '#domain/pricing/money.ts'
import { findTexts } from '#server/console/content/find-texts.ts'
import { findTickets } from '#server/console/inbox/read-tickets.ts'
import { findLearners } from '#server/console/learners/find-learners.ts'
import { findOrders } from '#server/console/orders/find-orders.ts'
import type { ConsoleActionRequest, ConsoleRequest } from '#server/console/shell/console-request.ts'
import { firstWithPrefix, sqlNamePrefixes, readQuery, toNamePrefix, UUID_PATTERN } from '#server/console/shell/look-up.ts'
import { findSubscribers } from '#server/console/subscribers/find-subscribers.ts'
import type { Db } from '#server/db/database.ts'
import { listCodesOfContent, normalizeCode } from '#server/services/commerce/discounts/find-discount.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { siteZone } from '#server/services/platform/site-zone.ts'

const MAX_FOUND = 20
const MAX_SHOWN_LENGTH = 60

const byEmail = sql<string>`email`

/** Finds applications whose address, name or last name starts with the search text. */
function findApplications(db: Db, typed: string) {
	const prefix = toNamePrefix(typed)
	const ways = [byEmail, ...sqlNamePrefixes(sql`name`)].map(
		(by) => sql`(select id from job_applications ${firstWithPrefix(by, { prefix, limit: MAX_FOUND })})`,
	)
	return db
		.selectFrom('job_applications')
		.select(['id', 'name', 'email', 'status', 'created_at'])
		.where(sql<boolean>`id in (${sql.join(ways, sql` union `)})`)
		.orderBy('created_at', 'desc')
		.limit(MAX_FOUND)
		.execute()
}

/** Finds coupons whose code starts with the search text; those defined in the content come first. */
async function findCoupons({ db, content }: Pick<ServiceContext, 'db' | 'content'>, typed: string): Promise<string[]> {
	const begin = normalizeCode(typed)
	const own = listCodesOfContent(content).flatMap(({ code }) => (code.startsWith(begin) ? [code] : []))
	const rows = await db
		.selectFrom('discount_codes')
		.select('code')
		.where((eb) => eb.fn<boolean>('starts_with', ['code', eb.val(begin)]))
		.orderBy('code')
		.limit(MAX_FOUND)
		.execute()
	return [...new Set([...own, ...rows.map(({ code }) => code)])].slice(0, MAX_FOUND)
}

const NOTHING = { people: [], orders: [], tickets: [], applications: [], coupons: [], subscribers: [], texts: [] }

/** Finds learners, orders, tickets and subscribers by a search text; for operators also applications, coupons and texts. */
export async function searchAllKinds({ ctx, by }: Pick<ConsoleRequest, 'ctx' | 'by'>, typed: string) {
	if (typed === '') return NOTHING
	const { db } = ctx
	const isOperator = by.role === 'operator'
	return {
		people: await findLearners(db, typed),
		orders: await findOrders(db, typed),
		tickets: await findTickets(db, typed),
		applications: isOperator ? await findApplications(db, typed) : [],
		coupons: isOperator ? await findCoupons(ctx, typed) : [],
		subscribers: (await findSubscribers(db, typed)).slice(0, MAX_FOUND),
		texts: isOperator ? (await findTexts(ctx, typed)).files.slice(0, MAX_FOUND) : [],
	}
}

/** Finds emails by ID, the mail server's ID, or the complete recipient address. */
function findMails(db: Db, typed: string) {
	const mails = db
		.selectFrom('outbox_messages')
		.select(['id', 'to_address', 'template', 'subject', 'status', 'created_at', 'last_error'])
		.limit(MAX_FOUND)
	if (UUID_PATTERN.test(typed)) return mails.where('id', '=', typed.toLowerCase()).execute()
	if (typed.includes('@') && !typed.startsWith('<'))
		return mails.where('to_address', '=', typed.toLowerCase()).orderBy('created_at', 'desc').execute()
	return mails.where('provider_id', '=', typed).execute()
}

/** Searches everything that `searchAllKinds` finds, and emails. `only` is the page of the result if it is a single person or order. */
export async function searchConsole({ ctx, by, url: { searchParams } }: ConsoleRequest) {
	const typed = readQuery(searchParams.get('q') ?? undefined)
	const found = await searchAllKinds({ ctx, by }, typed)
	const mails = typed === '' ? [] : await findMails(ctx.db, typed)
	const [only = null] = [
		...found.people.map(({ id }) => `${consolePaths.learners}/${id}`),
		...found.orders.map(({ id }) => `${consolePaths.orders}/${id}`),
	]
	const count = [...Object.values(found), mails].reduce((sum, { length }) => sum + length, 0)
	return {
		typed: typed.length > MAX_SHOWN_LENGTH ? `${typed.slice(0, MAX_SHOWN_LENGTH).toWellFormed()}…` : typed,
		...found,
		mails,
		count,
		only: count === 1 ? only : null,
	}
}

/** Maximum results of each kind in the command palette. */
const MAX = 5

export type SearchResult = {
	kind: 'learner' | 'order' | 'ticket' | 'subscriber' | 'application' | 'coupon' | 'text'
	href: string
	title: string
	note: string
}

const DAY: Intl.DateTimeFormatOptions = { month: 'short', day: 'numeric', year: 'numeric' }

/** Returns the first results of each kind for the command palette, as JSON. */
export async function searchForPalette({ c, ctx, by }: ConsoleActionRequest) {
	const typed = readQuery(c.req.query('q'))
	const { people, orders, tickets, subscribers, applications, coupons, texts } = await searchAllKinds({ ctx, by }, typed)
	const found: SearchResult[] = [
		...people.slice(0, MAX).map(({ id, email, phone, name }) => ({
			kind: 'learner' as const,
			href: `${consolePaths.learners}/${id}`,
			title: name ?? email ?? phone ?? id.slice(-8),
			note: name === null ? '' : (email ?? phone ?? ''),
		})),
		...orders.slice(0, MAX).map(({ id, email, total_cents: cents, currency, created_at: at, ...order }) => ({
			kind: 'order' as const,
			href: `${consolePaths.orders}/${id}`,
			title: `${formatMoney(cents, currency)} ${email ?? ''}`.trim(),
			note: `${orderNumber(id)}, ${describeOrderFilter(toDisplayedOrderStatus(order))}, ${at.toLocaleDateString('en-US', { ...DAY, timeZone: siteZone(ctx.content) })}`,
		})),
		...tickets.slice(0, MAX).map(({ id, subject, email, status }) => ({
			kind: 'ticket' as const,
			href: `${consolePaths.tickets}/${id}`,
			title: subject,
			note: `${email}, ${status}`,
		})),
		...subscribers.slice(0, MAX).map(({ id, email, status }) => ({
			kind: 'subscriber' as const,
			href: `${consolePaths.subscribers}/${id}`,
			title: email,
			note: status,
		})),
		...applications.slice(0, MAX).map(({ id, name, email }) => ({
			kind: 'application' as const,
			href: `${consolePaths.applications}/${id}`,
			title: name,
			note: email,
		})),
		...coupons.slice(0, MAX).map((code) => ({
			kind: 'coupon' as const,
			href: `${consolePaths.coupons}/${encodeURIComponent(code)}`,
			title: code,
			note: '',
		})),
		...texts
			.filter(({ isNamed }) => isNamed)
			.slice(0, MAX)
			.map(({ path, title, group }) => ({ kind: 'text' as const, href: fileAddress(path), title, note: group })),
	]
	return c.json(found)
}
