import { consolePaths } from '#contracts/console-paths.ts'
import { type ConsoleActionRequest, type ConsoleRequest, recordAction, requireReason } from '#server/console/shell/console-request.ts'
import { readListRequest, readListView } from '#server/console/shell/lists.ts'
import { readQuery } from '#server/console/shell/look-up.ts'
import { action } from '#server/console/shell/route.ts'
import { isUuid } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { endSubscriptionByOperator } from '#server/services/people/newsletter/subscriptions.ts'
import { listTags } from '#server/services/people/tags/learner-tags.ts'

import { addSubscriberRoute } from './add-subscriber.ts'
import {
	countSubscribers,
	findSubscribers,
	sortFoundSubscribers,
	type ListedSubscriber,
	listSubscribers,
	parseSubscriptionState,
	SUBSCRIBER_SORTS,
	subscriberFile,
	SUBSCRIPTION_STATES,
} from './find-subscribers.ts'
import { readGrowth } from './read-growth.ts'
import { listSegmentChoices, nameOfSource, readSegment } from './segment-form.ts'

const DAY_MS = 86_400_000

/**
 * Returns the time of consent. `isDay` is true if only the date is known: an imported proof usually has no time and is stored as midnight
 * UTC.
 */
const toConsentTime = (at: Date, source: string) => ({
	at,
	isDay: source === 'import' && at.getTime() % DAY_MS === 0,
})

const toRow = (row: ListedSubscriber) => ({
	id: row.id,
	email: row.email,
	status: row.status,
	coversNewsletters: row.covers_newsletters,
	requested: toConsentTime(row.requested_at, row.source),
	source: nameOfSource(row.source),
	confirmed: row.confirmed_at && toConsentTime(row.confirmed_at, row.source),
	addedAt: row.created_at,
})

export async function readSubscribers(request: ConsoleRequest) {
	const {
		ctx: { db, content },
		by,
		url: { searchParams },
	} = request
	const typed = readQuery(searchParams.get('q') ?? undefined)
	const status = parseSubscriptionState(searchParams.get('state'))
	const isCounted = searchParams.get('count') === '1'
	const { segment, words } = await readSegment(content, (name) => searchParams.get(name))
	const view = await readListView(request, 'subscribers')
	const shown = {
		view,
		filters: { typed, state: status ?? '', segment: words, isCounted },
		states: SUBSCRIPTION_STATES,
		choices: listSegmentChoices(content, { tags: await listTags(db), stored: { tag: words.tag } }),
		isOperator: by.role === 'operator',
	}
	if (typed !== '') {
		const { rows, sort } = sortFoundSubscribers(await findSubscribers(db, typed), searchParams)
		return { ...shown, subscribers: rows.map(toRow), sort, next: null, total: null, counts: null, growth: null }
	}
	const listRequest = readListRequest(searchParams, SUBSCRIBER_SORTS, '-added')
	const { rows, next, total } = await listSubscribers(db, { ...listRequest, status, segment, limit: view.pageRows + 1 })
	const counts = isCounted ? await countSubscribers(db, segment) : null
	const isWhole = status === null && Object.values(words).every((each) => each === '')
	const growth = isWhole ? await readGrowth(request.ctx) : null
	return { ...shown, subscribers: rows.map(toRow), sort: listRequest.sort.name, next, total, counts, growth }
}

/** @throws ServiceError subscription_not_found (404) */
export async function requireSubscription({ params, ctx: { db } }: ConsoleRequest) {
	const { subscription: id = '' } = params
	const row = isUuid(id) ? await db.selectFrom('newsletter_subscriptions').selectAll().where('id', '=', id).executeTakeFirst() : undefined
	if (!row) throw new ServiceError('not-found', 'subscription_not_found', 'We can’t find that subscription. It may have been deleted.')
	return row
}

export async function readSubscriber(request: ConsoleRequest) {
	const row = await requireSubscription(request)
	return {
		id: row.id,
		email: row.email,
		status: row.status,
		coversNewsletters: row.covers_newsletters,
		firstName: row.first_name,
		requested: toConsentTime(row.requested_at, row.source),
		source: row.consent_source === null ? nameOfSource(row.source) : `${nameOfSource(row.source)}: ${row.consent_source}`,
		isImported: row.source === 'import',
		/** True if no confirmation email was needed: the learner subscribed in the settings, with a verified address. */
		isVerifiedByAccount: row.source === 'settings',
		confirmed: row.confirmed_at && toConsentTime(row.confirmed_at, row.source),
		endedAt: row.unsubscribed_at,
		endedBy: row.ended_by,
		words: row.consent_text,
		canEnd: row.status === 'pending' || row.status === 'confirmed',
	}
}

async function endOne(request: ConsoleActionRequest, fields: Readonly<Record<string, string>>) {
	const { c, ctx } = request
	const { id } = await requireSubscription(request)
	const reason = requireReason(fields)
	const status = await endSubscriptionByOperator(ctx, ctx.db, id)
	const entry =
		status === null
			? null
			: await recordAction(request, ctx.db, {
					action: 'subscription_ended',
					object: { kind: 'subscription', id },
					reason,
					before: { status },
					after: { status: 'unsubscribed' },
				})
	// An unconfirmed subscription can't be restored, because its confirmation link no longer works.
	const undo = status === 'confirmed' && entry !== null ? `&undo=${entry}` : ''
	return c.redirect(
		`${consolePaths.subscribers}/${id}?notice=${status === null ? 'subscription-unchanged' : 'subscription-ended'}${undo}`,
		303,
	)
}

export const subscriberRoutes = [
	addSubscriberRoute,
	action(`${consolePaths.subscribers}/:subscription/end`, 'support', endOne),
	subscriberFile,
]
