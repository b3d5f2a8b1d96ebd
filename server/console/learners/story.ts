import { consolePaths } from '#contracts/console-paths.ts'
import { orderNumber } from '#domain/orders/order-number.ts'
import { formatMoney } from '#domain/pricing/money.ts'
import { describeAction } from '#server/console/record/entry-sentences.ts'
import type { Moment } from '#server/console/shell/moment.ts'
import type { Db } from '#server/db/database.ts'
import type { UserRecord } from '#server/services/identity/accounts/user-record.ts'

const MAX = 50

const words = (name: string) => name.replaceAll(/[_.-]/g, ' ')

/** The beginning of a line. */
const sentence = (name: string) => words(name).replace(/^./, (first) => first.toUpperCase())

/** An unverified address may be another person's: what it received is not part of this story. */
const provenEmail = ({ email, email_confirmed_at: at }: UserRecord) => (at === null ? null : email)

/** A guest's order belongs to the account of its address, also before that address is verified. */
const listOrdersOf = (db: Db, account: UserRecord) =>
	db
		.selectFrom('orders')
		.selectAll()
		.where((eb) =>
			eb.or([
				eb('user_id', '=', account.id),
				eb('email', '=', provenEmail(account)),
				eb.and([eb('user_id', 'is', null), eb('email', '=', account.email), eb('paid_at', 'is not', null)]),
			]),
		)
		.orderBy('created_at', 'desc')
		.limit(MAX)
		.execute()

async function readOrders(db: Db, account: UserRecord): Promise<Moment[]> {
	const orders = await listOrdersOf(db, account)
	return orders.map(({ id, created_at, status, total_cents, currency }) => ({
		at: created_at,
		what: [
			{ href: `${consolePaths.orders}/${id}`, words: `Order ${orderNumber(id)}` },
			`of ${formatMoney(total_cents, currency)}`,
			{ state: status },
		],
	}))
}

async function readMessages(db: Db, account: UserRecord): Promise<Moment[]> {
	const email = provenEmail(account)
	if (email === null) return []
	const tickets = await db
		.selectFrom('support_tickets')
		.select(['id', 'subject', 'category', 'status', 'created_at'])
		.where('email', '=', email)
		.orderBy('created_at', 'desc')
		.limit(MAX)
		.execute()
	const mails = await db
		.selectFrom('outbox_messages')
		.select(['template', 'subject', 'status', 'created_at', 'last_error'])
		.where('to_address', '=', email)
		.orderBy('created_at', 'desc')
		.limit(MAX)
		.execute()
	return [
		...tickets.map(({ id, subject, category, status, created_at }): Moment => ({
			at: created_at,
			what: [{ href: `${consolePaths.tickets}/${id}`, words: `Wrote: ${subject}` }, `(${category})`, { state: status }],
			...(status === 'open' && { tone: 'warn' }),
		})),
		...mails.map(({ template, subject, status, created_at, last_error }): Moment => ({
			at: created_at,
			what: [`Email “${subject}” (${template})`, { state: status }],
			notes: [last_error],
			...((status === 'failed' || status === 'bounced') && { tone: 'bad' }),
		})),
	]
}

async function readLearning(db: Db, { id }: UserRecord): Promise<Moment[]> {
	const certificates = await db.selectFrom('certificates').select(['id', 'issued_at', 'revoked_at']).where('user_id', '=', id).execute()
	const attempts = await db
		.selectFrom('progress_entries')
		.select(['kind', 'key', 'done', 'first_stored_at'])
		.where('user_id', '=', id)
		.where('kind', 'in', ['module', 'lesson-quiz', 'milestone', 'project'])
		.orderBy('first_stored_at', 'desc')
		.limit(MAX)
		.execute()
	const texts = await db
		.selectFrom('sms_messages')
		.select(['kind', 'status', 'created_at'])
		.where('user_id', '=', id)
		.orderBy('created_at', 'desc')
		.limit(MAX)
		.execute()
	return [
		...certificates.map(({ issued_at, revoked_at }): Moment => ({
			at: issued_at,
			what: ['Certificate issued', ...(revoked_at === null ? [] : ['and revoked', { at: revoked_at }])],
			tone: revoked_at === null ? 'good' : 'warn',
		})),
		...attempts.map(({ kind, key, done, first_stored_at }): Moment => ({
			at: first_stored_at,
			what: `${sentence(kind)} ${key}${done ? '' : ' started'}`,
		})),
		...texts.map(({ kind, status, created_at }): Moment => ({ at: created_at, what: [`SMS: ${words(kind)}`, { state: status }] })),
	]
}

async function readAccount(db: Db, account: UserRecord): Promise<Moment[]> {
	const audit = await db
		.selectFrom('auth.audit_log_entries')
		.select(['action', 'outcome', 'created_at'])
		.where('user_id', '=', account.id)
		.orderBy('created_at', 'desc')
		.limit(MAX)
		.execute()
	const requests = await db.selectFrom('privacy_requests').selectAll().where('user_id', '=', account.id).limit(MAX).execute()
	const actions = await db
		.selectFrom('operator_actions')
		.select(['action', 'role', 'reason', 'created_at'])
		.where('object_kind', '=', 'account')
		.where('object_id', '=', account.id)
		.orderBy('created_at', 'desc')
		.limit(MAX)
		.execute()
	return [
		{ at: account.created_at, what: 'Account created' },
		...audit.map(({ action, outcome, created_at }): Moment => ({
			at: created_at,
			what: `${sentence(action)}${outcome === 'failure' ? ' failed' : ''}`,
			...(outcome === 'failure' && { tone: 'warn' }),
		})),
		...requests.map(({ kind, asked_at, due_at, erases_at, outcome }): Moment => ({
			at: asked_at,
			what: [`Privacy request: ${kind}`, ...(outcome === null ? ['due', { at: erases_at ?? due_at }] : [`(${outcome})`])],
			tone: 'warn',
		})),
		...actions.map(({ action, role, reason, created_at }): Moment => ({
			at: created_at,
			what: `In the console (${role}): ${describeAction(action)}`,
			notes: [reason],
			tone: 'warn',
		})),
	]
}

/** Everything that happened to one learner: the last fifty events of each kind. */
export const readLearnerStory = async (db: Db, account: UserRecord): Promise<Moment[]> => [
	...(await readOrders(db, account)),
	...(await readMessages(db, account)),
	...(await readLearning(db, account)),
	...(await readAccount(db, account)),
]
