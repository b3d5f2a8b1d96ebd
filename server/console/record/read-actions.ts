import { sql } from 'kysely'

import type { Content } from '#content/load-content.server.ts'
import { consolePaths, fileAddress } from '#contracts/console-paths.ts'
import { nameIssue } from '#domain/newsletter/name-issue.ts'
import { orderNumber } from '#domain/orders/order-number.ts'
import { findFile, listFiles } from '#server/console/content/files.ts'
import { nameText } from '#server/console/content/find-texts.ts'
import { listLatestVersions, titlesOf } from '#server/console/content/versions.ts'
import type { ConsoleRequest } from '#server/console/shell/console-request.ts'
import { readDateFilter, type TypedDays } from '#server/console/shell/date-filter.ts'
import { exportList, formatTime } from '#server/console/shell/export-list.ts'
import {
	type ListRequest,
	readListRequest,
	readListView,
	readSortedPage,
	type SortColumns,
	applySort,
} from '#server/console/shell/lists.ts'
import { type Db, isUuid } from '#server/db/database.ts'
import { findBulkAction } from '#server/services/operations/bulk/bulk-actions.ts'
import { siteZone } from '#server/services/platform/site-zone.ts'

import { describeLogChanges, formatChange } from './describe-changes.ts'
import { describeAction } from './entry-sentences.ts'

type Entry = { object_kind: string; object_id: string }

type NamedObject = { name: string; href: string | null; currency?: string }

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

async function nameAudiences(db: Db, ids: readonly string[]): Promise<Named> {
	if (ids.length === 0) return []
	const rows = await db.selectFrom('saved_audiences').select(['id', 'name']).where('id', 'in', ids).execute()
	return rows.map(({ id, name }) => [id, { name, href: `${consolePaths.audiences}/${id}` }])
}

function nameByKind({ object_kind: kind, object_id: id }: Entry): NamedObject | null {
	if (id === 'erased') return ERASED
	if (kind === 'coupon') return { name: id, href: `${consolePaths.coupons}/${id}` }
	if (kind === 'bulk-job') return { name: 'details', href: `${consolePaths.bulkJobs}/${id}` }
	return null
}

const isText = ({ object_kind: kind, object_id: id }: Entry) => kind === 'content' && /\.\w{2,4}$/.test(id)

/** Names texts by their current titles, because a new one has no other. */
async function nameTexts(db: Db, content: Content, entries: readonly Entry[]): Promise<Named> {
	const paths = [...new Set(entries.filter(isText).map(({ object_id: path }) => path))]
	if (paths.length === 0) return []
	const files = listFiles(titlesOf((await listLatestVersions(db, paths)).filter((row) => row.is_edit)))
	return paths.flatMap((path) => {
		const file = files.find((each) => each.path === path) ?? findFile(path)
		return file === null ? [] : [[path, { name: nameText(content, file), href: fileAddress(path) }] as const]
	})
}

/**
 * Resolves the names of the entries' objects, with one query per kind.
 * @returns a function that returns the object of an entry; null for an object that has no name or was deleted
 */
async function nameObjects(db: Db, content: Content, entries: readonly Entry[]): Promise<(entry: Entry) => NamedObject | null> {
	const known = new Map([
		...(await nameAccounts(db, idsOf(entries, 'account'), (id) => `${consolePaths.learners}/${id}`)),
		...(await nameOrders(db, idsOf(entries, 'order'))),
		...(await nameTickets(db, idsOf(entries, 'ticket'))),
		...(await nameIssues(db, idsOf(entries, 'letter'))),
		...(await nameAudiences(db, idsOf(entries, 'audience'))),
		...(await nameTexts(db, content, entries)),
	])
	return (entry) => known.get(entry.object_id) ?? nameByKind(entry)
}

const SORTS: SortColumns = { created: { by: sql`done.created_at`, kind: 'time' } }
const ACTION = /^[a-z][a-z_]{0,80}$/

/** Filters as in the URL; an empty value matches everything. */
type Typed = TypedDays & { by: string; action: string }

export type ActionsRequest = ListRequest & { filter: { by: string; action: string; since: Date | null; until: Date | null } }

/** Ignores invalid values; if the days are in the wrong order, ignores both and sets `isRefused`. */
export function readActionsRequest(params: URLSearchParams, timeZone: string): ActionsRequest & { typed: Typed; isRefused: boolean } {
	const [by, action] = [params.get('by') ?? '', params.get('action') ?? '']
	const { typed: days, since, until, isRefused } = readDateFilter(params, timeZone)
	const typed = { by: isUuid(by) ? by.toLowerCase() : '', action: ACTION.test(action) ? action : '', ...days }
	return { ...readListRequest(params, SORTS, '-created'), filter: { by: typed.by, action: typed.action, since, until }, typed, isRefused }
}

/** Returns SQL for the distinct values of an indexed column, with one index lookup per value instead of a scan. */
const listOnce = (column: 'actor_id' | 'action') => {
	const name = sql.ref(column)
	return sql<{ value: string }>`with recursive seen as (
		(select ${name} as value from operator_actions where ${name} is not null order by ${name} limit 1)
		union all
		select (select ${name} from operator_actions where ${name} > seen.value order by ${name} limit 1) from seen where seen.value is not null)
		select value::text from seen where value is not null`
}

/** Reads the choices of the log's filters: people and actions that have entries, each with value and label. */
export async function readChoices(db: Db) {
	const [people, actions] = [await listOnce('actor_id').execute(db), await listOnce('action').execute(db)]
	const ids = people.rows.map(({ value }) => value)
	const accounts = ids.length === 0 ? [] : await db.selectFrom('auth.users').select(['id', 'email']).where('id', 'in', ids).execute()
	const byWords = (one: readonly string[], other: readonly string[]) => (one[1] ?? '').localeCompare(other[1] ?? '')
	return {
		people: accounts.map(({ id, email }) => [id, email ?? id.slice(-8)] as const).toSorted(byWords),
		actions: actions.rows.map(({ value }) => [value, describeAction(value)] as const).toSorted(byWords),
	}
}

export const listActivityLog = (db: Db, listRequest: ActionsRequest) => {
	const { by, action, since, until } = listRequest.filter
	return applySort(
		db
			.selectFrom('operator_actions as done')
			.leftJoin('auth.users as account', 'account.id', 'done.actor_id')
			.select(['done.id', 'done.created_at', 'done.role', 'done.action', 'object_kind', 'object_id', 'reason', 'account.email'])
			.select(['done.before', 'done.after'])
			.$if(by !== '', (found) => found.where('done.actor_id', '=', by))
			.$if(action !== '', (found) => found.where('done.action', '=', action))
			.$if(since !== null, (found) => found.where('done.created_at', '>=', since))
			.$if(until !== null, (found) => found.where('done.created_at', '<', until)),
		listRequest,
		sql`done.id`,
	)
}

type Row = Awaited<ReturnType<ReturnType<typeof listActivityLog>['execute']>>[number]

const formatIn = (timeZone: string) => {
	const format = new Intl.DateTimeFormat('en-US', { timeZone, dateStyle: 'medium', timeStyle: 'short' })
	return (at: Date) => format.format(at).replaceAll('\u202F', ' ')
}

async function describe<T extends Omit<Row, 'place'>>(db: Db, content: Content, rows: readonly T[]) {
	const nameOf = await nameObjects(db, content, rows)
	const formatTime = formatIn(siteZone(content))
	return rows.map((row) => {
		const { before, after, ...shown } = row
		const object = nameOf(row)
		const naming = {
			formatTime,
			currency: object?.currency ?? content.lifetimeOffer.currency,
			nameFile: (path: string) => findFile(path)?.title ?? 'a deleted file',
			nameAction: (name: string) => findBulkAction(content, name)?.label ?? describeAction(name),
		}
		return { ...shown, what: describeAction(row.action), object, changes: describeLogChanges({ before, after }, naming) }
	})
}

export type DescribedAction = Awaited<ReturnType<typeof readDescribed>>[number]

export const readDescribed = async ({ db, content }: { db: Db; content: Content }, listRequest: ActionsRequest) =>
	describe(db, content, await listActivityLog(db, listRequest).execute())

export async function readActions(request: ConsoleRequest) {
	const { ctx, url } = request
	const { typed, isRefused, ...listRequest } = readActionsRequest(url.searchParams, siteZone(ctx.content))
	const view = await readListView(request, 'actions')
	const list = (part: ListRequest) => listActivityLog(ctx.db, { ...listRequest, ...part })
	const { rows, next, total } = await readSortedPage(ctx.db, list, { ...listRequest, limit: view.pageRows + 1 })
	const actions = await describe(ctx.db, ctx.content, rows)
	return { view, actions, sort: listRequest.sort.name, next, total, typed, isRefused, choices: await readChoices(ctx.db) }
}

export const actionFile = exportList<DescribedAction>(consolePaths.actions, {
	kind: 'list',
	columns: [
		['when', (row) => formatTime(row.created_at)],
		['who', (row) => row.email ?? ''],
		['role', (row) => row.role, 'who'],
		['action', (row) => row.what],
		['object', (row) => row.object?.name ?? '', 'action'],
		['object id', (row) => row.object_id, 'action'],
		['reason', (row) => row.reason ?? ''],
		['changed', (row) => row.changes.map(formatChange).join('; '), 'what-changed'],
	],
	openSource: (ctx, params) => {
		const { sort, filter, typed } = readActionsRequest(params, siteZone(ctx.content))
		const filters = { action: typed.action, from: typed.from, to: typed.to, person: typed.by !== '' }
		return { sort, filters, read: (listRequest) => readDescribed(ctx, { ...listRequest, filter }) }
	},
})
