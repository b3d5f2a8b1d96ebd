import { type RawBuilder, sql, type SqlBool } from 'kysely'

import { consolePaths } from '#contracts/console-paths.ts'
import { OUTBOX_PATH } from '#contracts/paths.ts'
import type { ConsoleRequest } from '#server/console/shell/console-request.ts'
import { exportList, formatTime } from '#server/console/shell/export-list.ts'
import {
	type ListRequest,
	PAGE_SIZE,
	readListRequest,
	readListView,
	readSortedPage,
	type SortColumns,
	applySort,
} from '#server/console/shell/lists.ts'
import { beginsWith, inPrefixOrder, readQuery } from '#server/console/shell/look-up.ts'
import { type Db, isUuid } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { MAIL_NAMES, formatMailName } from '#server/services/messaging/outbox/mail-names.ts'

const TEMPLATES = Object.entries(MAIL_NAMES).toSorted(([, one], [, other]) => one.localeCompare(other))

/** Written as a literal, so that PostgreSQL uses the partial index. */
const HAS_FAILED = sql<SqlBool>`status in ('sending', 'bounced', 'failed', 'unknown')`
const CAN_RETRY = new Set(['sending', 'bounced', 'failed', 'unknown'])
/** Matches the templates whose text operators may read. Others contain codes and links that open an account or an order. */
const READABLE = /^(?:support\.|leads\.|order\.receipt$)/

const SORTS: SortColumns = { created: { by: sql`created_at`, kind: 'time' } }

/** Results of an issue's emails, as on its page. */
const ISSUE_RESULTS = {
	sent: sql<SqlBool>`status = 'sent'`,
	failed: sql<SqlBool>`status in ('bounced', 'failed', 'unknown')`,
	held: sql<SqlBool>`status = 'suppressed'`,
	waiting: sql<SqlBool>`status in ('queued', 'sending')`,
}
type IssueResult = keyof typeof ISSUE_RESULTS
const RESULTS = Object.keys(ISSUE_RESULTS) as IssueResult[]

type MailsRequest = ListRequest & {
	failed: boolean
	template: string
	address: string
	/** ID of the newsletter issue to filter by; empty for all. */ issue: string
	/** Result to filter the issue's emails by; null for all. */ result: IssueResult | null
}

export function readMailsRequest(params: URLSearchParams): MailsRequest {
	const read = (name: string) => readQuery(params.get(name) ?? undefined)
	return {
		failed: params.get('failed') === '1',
		template: read('template'),
		address: read('address').toLowerCase(),
		issue: isUuid(read('issue')) ? read('issue') : '',
		result: RESULTS.find((each) => each === params.get('result')) ?? null,
		...readListRequest(params, SORTS, '-created'),
	}
}

function findWords({ failed, template, address, issue, result }: MailsRequest): RawBuilder<SqlBool> {
	if (address !== '') return beginsWith(sql<string>`to_address`, address)
	if (issue !== '') return sql<SqlBool>`issue_id = ${issue}::uuid and ${result === null ? sql`true` : ISSUE_RESULTS[result]}`
	if (template !== '') return sql<SqlBool>`template = ${template}`
	return failed ? HAS_FAILED : sql<SqlBool>`true`
}

/** Sorts by address when filtered by address, otherwise by time. Only one filter applies: address, issue, template or failures. */
export function listMails({ ctx: { db } }: Pick<ConsoleRequest, 'ctx'>, listRequest: MailsRequest) {
	const mails = db
		.selectFrom('outbox_messages')
		.select(['id', 'to_address', 'template', 'subject', 'status', 'created_at'])
		.where(findWords(listRequest))
	if (listRequest.address === '') return applySort(mails, listRequest, sql`id`)
	return mails
		.select(sql<string>`''`.as('place'))
		.orderBy(inPrefixOrder(sql<string>`to_address`))
		.limit(listRequest.limit ?? PAGE_SIZE + 1)
}

export async function readMails(request: ConsoleRequest) {
	const listRequest = readMailsRequest(request.url.searchParams)
	const view = await readListView(request, 'messages')
	const { messageBudget, db, config } = request.ctx
	const list = (part: ListRequest) => listMails(request, { ...listRequest, ...part })
	const { rows, next, total } = await readSortedPage(db, list, { ...listRequest, limit: view.pageRows + 1 })
	// Results for an address are sorted by address, without pagination.
	const isSorted = listRequest.address === ''
	const { failed, template, address, issue, result } = listRequest
	return {
		view,
		filters: { failed, template, address, issue, result },
		/** Subject of the issue in the filter. */
		subject:
			issue === ''
				? null
				: ((await db.selectFrom('newsletter_issues').select('subject').where('id', '=', issue).executeTakeFirst())?.subject ?? ''),
		templates:
			listRequest.template === '' || Object.hasOwn(MAIL_NAMES, listRequest.template)
				? TEMPLATES
				: [...TEMPLATES, [listRequest.template, formatMailName(listRequest.template)] as const],
		mails: rows.map(({ template, ...mail }) => ({ ...mail, name: formatMailName(template) })),
		sort: isSorted ? listRequest.sort.name : null,
		next: isSorted ? next : null,
		total,
		/** Page with the emails that stay on this server; null with a mail server. */
		outbox: config.email.mode === 'outbox' ? OUTBOX_PATH : null,
		budget: {
			mails: await messageBudget.read(db, 'mails'),
			texts: await messageBudget.read(db, 'texts'),
			forms: await messageBudget.read(db, 'forms'),
		},
	}
}

/** @throws ServiceError message_not_found (404) */
export async function requireMail({ params, ctx: { db } }: ConsoleRequest) {
	const { message = '' } = params
	const mail = isUuid(message) ? await db.selectFrom('outbox_messages').selectAll().where('id', '=', message).executeTakeFirst() : undefined
	if (!mail) throw new ServiceError('not-found', 'message_not_found', 'We can’t find that message. It may have been deleted.')
	return { ...mail, canRetry: CAN_RETRY.has(mail.status) }
}

/** Reads an email, with its text unless that is meant only for the recipient. */
export async function readMail(request: ConsoleRequest) {
	const { id, subject, status, to_address, template, created_at, sent_at, attempts, last_error, provider_id, ...mail } =
		await requireMail(request)
	const isReadable = READABLE.test(template)
	return {
		mail: { id, subject, status, to_address, name: formatMailName(template), created_at, sent_at, attempts, last_error, provider_id },
		headers: Object.entries(mail.headers as Record<string, string>).filter(([name]) => name.toLowerCase() === 'reply-to'),
		text: isReadable ? mail.body : null,
		canRetry: mail.canRetry && request.by.role === 'operator',
	}
}

export const readSmsRequest = (params: URLSearchParams): ListRequest => readListRequest(params, SORTS, '-created')

export const listSms = (db: Db, listRequest: ListRequest) =>
	applySort(
		db
			.selectFrom('sms_messages')
			.select(['id', 'kind', 'to_phone', 'country', 'status', 'attempts', 'error_code', 'created_at', 'user_id']),
		listRequest,
		sql`id`,
	)

export async function readSms(request: ConsoleRequest) {
	const listRequest = readSmsRequest(request.url.searchParams)
	const view = await readListView(request, 'sms')
	const { db } = request.ctx
	const { rows, next, total } = await readSortedPage(db, (part) => listSms(db, part), { ...listRequest, limit: view.pageRows + 1 })
	return { view, texts: rows, sort: listRequest.sort.name, next, total }
}

export const listSuppressions = (db: Db, limit: number) =>
	db.selectFrom('mail_suppressions').select(['reason', 'message_id', 'created_at']).orderBy('created_at', 'desc').limit(limit).execute()

export async function readSuppressions(request: ConsoleRequest) {
	const view = await readListView(request, 'suppressions')
	return { view, suppressions: await listSuppressions(request.ctx.db, view.pageRows) }
}

const MAX = 100_000

/** Addresses are stored only as keyed hashes, so each row has the ID of the email that caused the suppression instead. */
export const suppressionFile = exportList<{ id: string; reason: string; created_at: Date }>(consolePaths.suppressions, {
	kind: 'message',
	columns: [
		['since', (row) => formatTime(row.created_at)],
		['why', (row) => row.reason],
		['email', (row) => row.id],
	],
	openSource: ({ db }) => ({
		sort: null,
		filters: {},
		read: async () => (await listSuppressions(db, MAX)).map(({ message_id: id, ...row }) => ({ id: id ?? '', ...row })),
	}),
})

type Row = Awaited<ReturnType<ReturnType<typeof listMails>['execute']>>[number]

export const messageFile = exportList<Row>(consolePaths.messages, {
	kind: 'message',
	columns: [
		['when', (row) => formatTime(row.created_at)],
		['message', (row) => row.id, 'subject'],
		['to', (row) => row.to_address],
		['subject', (row) => row.subject],
		['template', (row) => formatMailName(row.template)],
		['state', (row) => row.status],
	],
	openSource(ctx, params) {
		const shown = readMailsRequest(params)
		const isSearch = shown.address !== ''
		const filters = {
			failed: shown.failed,
			template: shown.template !== '',
			issue: shown.issue,
			result: shown.result ?? '',
			search: isSearch,
		}
		const read = (listRequest: Partial<typeof shown>) => listMails({ ctx }, { ...shown, ...listRequest }).execute()
		return isSearch ? { sort: null, filters, read: async () => await read({ after: null }) } : { sort: shown.sort, filters, read }
	},
})
