import { consolePaths } from '#contracts/console-paths.ts'
import { addBusinessDays } from '#domain/refunds/business-days.ts'
import { nameJobPosition } from '#server/console/inbox/applications.ts'
import { countPendingReasons } from '#server/console/orders/find-orders.ts'
import { readFirstSteps } from '#server/console/setup/read-first-steps.ts'
import type { ConsoleRequest } from '#server/console/shell/console-request.ts'
import { isUuid } from '#server/db/database.ts'
import { listOpenAlerts, type OpenAlert, URGENT_KINDS } from '#server/services/messaging/operator-alerts/open-alerts.ts'
import { listDecisions } from '#server/services/operations/queue/queue-decisions.ts'
import { listWaitingTickets } from '#server/services/people/support/answer-ticket.ts'

import { type FailedCheck, readFailedChecks, readStalledLearners, type StalledLearner } from './read-learners.ts'
import { readSales } from './read-sales.ts'

const DAY_MS = 86_400_000
/** Business days within which the careers page promises a reply. */
const APPLICATION_DAYS = 10
const MAX_APPLICATIONS = 20
const MAX_REFUNDS = 20
/** Maximum items in the queue. More appear as items are handled. */
const MAX_ITEMS = 60

/** Order of the queue: money and deadlines come first. */
const ORDER = ['bad', 'warn', 'calm'] as const

const OPERATORS_PLACES = [consolePaths.health, consolePaths.applications, consolePaths.privacy, consolePaths.content]

type Urgency = { at: Date; tone: (typeof ORDER)[number] }

/** Returns the urgency of a deadline: late, due within a day, or later. */
const toUrgency = (at: Date, now: Date): Urgency => ({
	at,
	tone: at <= now ? 'bad' : at.getTime() - now.getTime() < DAY_MS ? 'warn' : 'calm',
})

export type QueueItem = Urgency &
	(
		| {
				is: 'alert'
				alert: Pick<OpenAlert, 'id' | 'heading' | 'advice' | 'facts' | 'mail'>
				isDue: boolean
				/** Address of the buyer, if the alert is about an order. */
				buyer: string | null
				place: string | null
		  }
		| { is: 'ticket'; id: string; category: string; subject: string; name: string; excerpt: string }
		| { is: 'application'; id: string; name: string; position: string }
		| { is: 'stalled'; learner: StalledLearner }
		| { is: 'fails-check'; learner: Omit<FailedCheck, 'lessonId'>; lesson: { title: string; href: string | null } }
	)

/** Lists alerts, except those about a ticket: it is in the queue itself, with its sender and subject. */
async function listAlerts({ ctx, by }: ConsoleRequest): Promise<QueueItem[]> {
	const { alerts } = await listOpenAlerts(ctx, { hasTickets: false })
	const orders = alerts.flatMap(({ order }) => (order !== null && isUuid(order) ? [order] : []))
	const buyers = orders.length === 0 ? [] : await ctx.db.selectFrom('orders').select(['id', 'email']).where('id', 'in', orders).execute()
	const emails = new Map(buyers.map(({ id, email }) => [id, email]))
	return alerts.map(({ place, kind, createdAt, dueAt, order, ...alert }) => ({
		is: 'alert',
		...(dueAt === null ? { at: new Date(createdAt), tone: 'warn' } : toUrgency(dueAt, ctx.now())),
		...(URGENT_KINDS.includes(kind) && { tone: 'bad' }),
		alert,
		isDue: dueAt !== null,
		buyer: emails.get(order ?? '') ?? null,
		place: by.role === 'operator' || !OPERATORS_PLACES.some((each) => place.startsWith(each)) ? place : null,
	}))
}

async function listTickets({ ctx }: ConsoleRequest): Promise<QueueItem[]> {
	const now = ctx.now()
	const waiting = await listWaitingTickets(ctx)
	return waiting.map(({ dueAt, ...ticket }) => ({ is: 'ticket', ...toUrgency(new Date(dueAt), now), ...ticket }))
}

/** Lists job applications without a reply, by the date a reply was promised for. */
async function listApplications({ ctx }: ConsoleRequest): Promise<QueueItem[]> {
	const now = ctx.now()
	const waiting = await ctx.db
		.selectFrom('job_applications')
		.select(['id', 'name', 'position', 'created_at'])
		.where('status', '=', 'new')
		.orderBy('created_at')
		.limit(MAX_APPLICATIONS)
		.execute()
	return waiting.map(({ id, name, position, created_at: sentAt }) => ({
		is: 'application',
		...toUrgency(new Date(addBusinessDays(sentAt.getTime(), APPLICATION_DAYS)), now),
		id,
		name,
		position: nameJobPosition(ctx.content, position),
	}))
}

/** Lists refunds that are pending or started within the last day, and those that failed within the last week, newest first. */
async function listRefunds({ ctx }: ConsoleRequest) {
	const dayAgo = new Date(ctx.now().getTime() - DAY_MS)
	return ctx.db
		.selectFrom('refund_requests as request')
		.innerJoin('orders', 'orders.id', 'request.order_id')
		.select(['request.id', 'order_id', 'amount_cents', 'currency', 'email', 'state', 'decided_by', 'requested_at'])
		.where('state', '<>', 'refused')
		.where((eb) =>
			eb.or([
				eb('state', 'in', ['granted', 'sent']),
				eb('requested_at', '>', dayAgo),
				eb.and([eb('state', '=', 'failed'), eb('request.updated_at', '>', new Date(ctx.now().getTime() - 7 * DAY_MS))]),
			]),
		)
		.orderBy('requested_at', 'desc')
		.limit(MAX_REFUNDS)
		.execute()
}

function presentFailsCheck({ content }: ConsoleRequest['ctx'], { lessonId, ...learner }: FailedCheck): QueueItem {
	const { moduleId, lastAt } = learner
	const section = content.allTaughtModules.find(({ id }) => id === moduleId)?.sections.find((each) => each.lessonId === lessonId)
	const lesson = { title: section?.title ?? lessonId, href: section ? `/course/module${moduleId}?section=${section.id}` : null }
	return { is: 'fails-check', at: lastAt, tone: 'warn', learner, lesson }
}

async function listLearnerItems({ ctx }: ConsoleRequest): Promise<QueueItem[]> {
	return [
		...(await readFailedChecks(ctx)).map((learner) => presentFailsCheck(ctx, learner)),
		...(await readStalledLearners(ctx)).map((learner): QueueItem => ({
			is: 'stalled',
			at: learner.movedAt ?? learner.grantedAt,
			tone: 'calm',
			learner,
		})),
	]
}

/** Reads the Today queue, most urgent first, then by time. Recent decisions can be undone. */
export async function readToday(request: ConsoleRequest) {
	const { ctx } = request
	const found = [
		...(await listAlerts(request)),
		...(await listTickets(request)),
		...(await listApplications(request)),
		...(await listLearnerItems(request)),
	]
	return {
		now: ctx.now(),
		// Support sees no sales figures, here or in the overview.
		sales: request.by.role === 'operator' ? await readSales(ctx) : null,
		pending: await countPendingReasons(ctx.db),
		items: found
			.toSorted((one, other) => ORDER.indexOf(one.tone) - ORDER.indexOf(other.tone) || one.at.getTime() - other.at.getTime())
			.slice(0, MAX_ITEMS),
		isAllShown: found.length <= MAX_ITEMS,
		decided: await listDecisions(ctx),
		refunds: (await listRefunds(request)).map(({ decided_by: decidedBy, ...refund }) => ({ ...refund, isByRule: decidedBy === 'policy' })),
		first: await readFirstSteps(request),
	}
}
