import { sql } from 'kysely'

import { findPlaceholders } from '#domain/newsletter/find-placeholders.ts'
import { nextSendingTime } from '#domain/newsletter/next-sending-time.ts'
import { listSitePages } from '#server/console/content/page-addresses.ts'
import type { ConsoleRequest } from '#server/console/shell/console-request.ts'
import { formatZoneName } from '#server/console/shell/format-zone-name.ts'
import {
	type ListRequest,
	readListRequest,
	readListView,
	readSortedPage,
	type SortColumns,
	applySort,
} from '#server/console/shell/lists.ts'
import { readQuery } from '#server/console/shell/look-up.ts'
import { type Db, isUuid } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { BULK_HOURS, isBulkHour } from '#server/services/messaging/outbox/enqueue-message.ts'
import { toFrameHtml } from '#server/services/messaging/outbox/inline-pictures.ts'
import { listAudiences } from '#server/services/people/audiences/saved-audiences.ts'
import { countLearnersLeftOut, countMails, countUnsubscribed } from '#server/services/people/newsletter-issues/issue-counts.ts'
import { composeIssue, type IssueText, picturesOf } from '#server/services/people/newsletter-issues/issue-mail.ts'
import {
	BODY_LENGTH,
	countAudience,
	findIssue,
	type IssueRow,
	MAX_EMAIL_PICTURE_BYTES,
	inKilobytes,
	MAX_SUBJECT_LENGTH,
} from '#server/services/people/newsletter-issues/issues.ts'
import { readSendingProgress, selectDueIssue } from '#server/services/people/newsletter-issues/send-issues.ts'
import { type AudienceRules, ALL_SUBSCRIBERS, toAudienceRules, toStoredAudience } from '#server/services/people/newsletter/segment.ts'
import { readMailCopySizes } from '#server/services/platform/media/mail-copy.ts'
import { siteZone } from '#server/services/platform/site-zone.ts'

import { describeAudience, listAudienceGroups, readTypedAudience, toRows } from './audience-form.ts'
import { countOrdersAfter, readIssueResults } from './read-results.ts'

const SORTS: SortColumns = { created: { by: sql`created_at`, kind: 'time' } }

type IssuesRequest = ListRequest & { /** Text to find in subjects and texts; empty for all. */ typed: string }

export const readIssuesRequest = (params: URLSearchParams): IssuesRequest => ({
	...readListRequest(params, SORTS, '-created'),
	typed: readQuery(params.get('q') ?? undefined),
})

export const listIssues = (db: Db, { typed, ...listRequest }: IssuesRequest) =>
	applySort(
		db
			.selectFrom('newsletter_issues')
			.select(['id', 'subject', 'state', 'starts_at', 'started_at', 'created_at', 'skipped'])
			.select(
				sql<number>`case when state in ('scheduled', 'sending', 'paused') then coalesce(recipients, queued) else queued end`.as(
					'recipients',
				),
			)
			.$if(typed !== '', (query) => query.where(sql<boolean>`position(lower(${typed}) in lower(subject || ' ' || body)) > 0`)),
		listRequest,
		sql`id`,
	)

/**
 * Returns the state to show. Outside of quiet hours, the earliest due email is `starting`, because the job that sends it runs
 * every minute.
 * @param dueId ID of that email
 */
const toShownState = (ctx: ServiceContext, { id, state }: Pick<IssueRow, 'id' | 'state'>, dueId: string | undefined) =>
	state === 'scheduled' && id === dueId && isBulkHour(ctx) ? 'starting' : state

const sendingHoursOf = ({ content }: Pick<ServiceContext, 'content'>) => ({ hours: BULK_HOURS, zone: siteZone(content) })

/** Returns the time at which an email starts. One that is due at night starts in the morning. */
export function toStartTime(ctx: ServiceContext, due: Date): Date {
	const from = isBulkHour(ctx) ? due.getTime() : Math.max(due.getTime(), ctx.now().getTime())
	return new Date(nextSendingTime(sendingHoursOf(ctx), from))
}

/** Returns when an issue started, or will start; null for a draft. */
const startOf = (
	ctx: ServiceContext,
	{ state, starts_at: due, started_at: started }: Pick<IssueRow, 'state' | 'starts_at' | 'started_at'>,
) => started ?? (due !== null && state === 'scheduled' ? toStartTime(ctx, due) : due)

const findDueId = async ({ db, now }: ServiceContext) => (await selectDueIssue(db, now()).select('id').executeTakeFirst())?.id

async function describeIssues<T extends Parameters<typeof startOf>[1] & Pick<IssueRow, 'id'>>(ctx: ServiceContext, rows: readonly T[]) {
	const dueId = await findDueId(ctx)
	const results = await readIssueResults(ctx, rows)
	return rows.map((row) => ({
		...row,
		state: toShownState(ctx, row, dueId),
		starts_at: startOf(ctx, row),
		result: results.get(row.id) ?? null,
	}))
}

export const readIssueRows = async (ctx: ServiceContext, listRequest: IssuesRequest) =>
	describeIssues(ctx, await listIssues(ctx.db, listRequest).execute())

const readSendingHours = ({ ctx: { content } }: ConsoleRequest) => ({
	hours: BULK_HOURS,
	zoneName: formatZoneName(siteZone(content)),
})

export async function readIssues(request: ConsoleRequest) {
	const listRequest = readIssuesRequest(request.url.searchParams)
	const view = await readListView(request, 'newsletter')
	const { ctx } = request
	const { rows, next, total } = await readSortedPage(ctx.db, (part) => listIssues(ctx.db, { ...part, typed: listRequest.typed }), {
		...listRequest,
		limit: view.pageRows + 1,
	})
	return {
		view,
		typed: listRequest.typed,
		issues: await describeIssues(ctx, rows),
		sort: listRequest.sort.name,
		next,
		total,
		...readSendingHours(request),
	}
}

/** Lists the saved audiences as choices. */
export async function readAudienceChoices({ content, db }: ServiceContext) {
	const saved = await listAudiences(db)
	return saved.map(({ id, name, rules }) => ({ id, name, phrase: describeAudience(content, rules) }))
}

const readForm = async ({ ctx }: ConsoleRequest, rules: AudienceRules) => ({
	groups: await listAudienceGroups(ctx, rules),
	saved: await readAudienceChoices(ctx),
	subjectLength: MAX_SUBJECT_LENGTH,
	bodyLength: BODY_LENGTH,
})

/** Composes an issue as recipients get it, with an unsubscribe link that does nothing. */
export const composeSampleIssue = ({ ctx: { content, config } }: ConsoleRequest, text: IssueText) =>
	composeIssue(content, config, text)(`${config.siteUrl}/unsubscribe`)

export function renderSampleIssue(request: ConsoleRequest, text: IssueText): string {
	const addresses = new Map(picturesOf(text.body).map(({ id, address }) => [id, address]))
	return toFrameHtml(request.ctx.content, composeSampleIssue(request, text).html, addresses)
}

/** @throws ServiceError issue_not_found (404) */
export async function requireIssue({ params, ctx: { db } }: ConsoleRequest): Promise<IssueRow> {
	const issue = await findIssue(db, params.issue ?? '')
	if (!issue) throw new ServiceError('not-found', 'issue_not_found', 'We can’t find that email. It may have been deleted.')
	return issue
}

/** Describes the weight of a draft's pictures; null without pictures. */
async function readWeight({ ctx: { db } }: ConsoleRequest, body: string): Promise<string | null> {
	const pictures = picturesOf(body).map(({ id }) => id)
	const sizes = await readMailCopySizes(db, pictures)
	const bytes = [...sizes.values()].reduce((sum, size) => sum + size, 0)
	return sizes.size === 0 ? null : `${inKilobytes(bytes)} of ${inKilobytes(MAX_EMAIL_PICTURE_BYTES)}`
}

const NEVER = new Date(0)

/** Returns the stored issue; with `?new`, an empty unsaved one with the audience from the URL. */
async function readOrBegin(request: ConsoleRequest): Promise<IssueRow> {
	const { params, url, ctx } = request
	const id = params.issue ?? ''
	if (!url.searchParams.has('new') || !isUuid(id) || (await findIssue(ctx.db, id))) return requireIssue(request)
	const { rules, audienceId } = await readTypedAudience(ctx, Object.fromEntries(url.searchParams))
	return {
		id,
		subject: '',
		preheader: '',
		body: '',
		segment: toStoredAudience(rules) as IssueRow['segment'],
		audience_id: audienceId,
		state: 'draft',
		created_at: ctx.now(),
		changed_at: NEVER,
		starts_at: null,
		started_at: null,
		ended_at: null,
		after_id: null,
		queued: 0,
		recipients: null,
		skipped: 0,
	}
}

async function readReaders(db: Db, rules: AudienceRules) {
	const { count: chosen, others } = await countAudience(db, rules)
	const learners = await countLearnersLeftOut(db, rules)
	return { chosen, others, learners, all: rules.conditions.length === 0 ? chosen : (await countAudience(db, ALL_SUBSCRIBERS)).count }
}

const capitalize = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** Names an audience by the name it is saved under, and by its conditions. */
const nameAudience = (name: string | undefined, phrase: string) => (name === undefined ? capitalize(phrase) : `${name}: ${phrase}`)

/** Reads an issue, for a draft with the number of recipients. */
export async function readIssue(request: ConsoleRequest) {
	const { db, content } = request.ctx
	const row = await readOrBegin(request)
	const { id, subject, preheader, body, state, segment, audience_id: audienceId, ...times } = row
	const rules = toAudienceRules(segment)
	const mails = state === 'draft' ? {} : await countMails(db, id)
	const dueId = await findDueId(request.ctx)
	const isDue = times.starts_at !== null && times.starts_at <= request.ctx.now()
	const form = await readForm(request, rules)
	return {
		issue: {
			id,
			subject,
			preheader,
			body,
			state,
			shownState: toShownState(request.ctx, row, dueId),
			/** True if it is due but waits for an earlier issue to be sent first. */
			waits: state === 'scheduled' && isDue && dueId !== id,
			audience: { saved: form.saved.some((each) => each.id === audienceId) ? audienceId : null, ...toRows(rules) },
			startsAt: startOf(request.ctx, row),
			startedAt: times.started_at,
			endedAt: times.ended_at,
		},
		queued: times.queued,
		seen: times.changed_at === NEVER ? '' : String(times.changed_at.getTime()),
		audience: nameAudience(form.saved.find((each) => each.id === audienceId)?.name, describeAudience(content, rules)),
		text: composeSampleIssue(request, { subject, body }).text,
		pictures: state === 'draft' ? await readWeight(request, body) : null,
		sitePages: listSitePages(content),
		/** Words in a draft that look like placeholders. */
		placeholders: state === 'draft' ? findPlaceholders(subject, preheader, body) : [],
		/** null once it is scheduled. */
		readers: state === 'draft' ? await readReaders(db, rules) : null,
		mails,
		unsubscribed: await countUnsubscribed(db, row),
		orders: await countOrdersAfter(request.ctx, row),
		progress: await readSendingProgress(request.ctx, row, (mails.queued ?? 0) + (mails.sending ?? 0)),
		form,
		...readSendingHours(request),
	}
}
