import { sql } from 'kysely'

import { describeDevice } from '#domain/auth/describe-device.ts'
import { countNoun } from '#domain/reading/count-noun.ts'
import { readOrderAccess } from '#server/console/shell/access-end.ts'
import type { ConsoleRequest } from '#server/console/shell/console-request.ts'
import type { Db } from '#server/db/database.ts'
import { belongsToOrders } from '#server/services/commerce/orders/find-order.ts'
import type { ServiceContext } from '#server/services/context.ts'
import { isBanned, toMetadataObject, type UserRecord } from '#server/services/identity/accounts/user-record.ts'
import { openersOfCourse, listServedSections } from '#server/services/learning/certificates/course-evidence.ts'
import { readAccess, isOpen } from '#server/services/learning/entitlements/entitlements.ts'
import { readProgressRows } from '#server/services/learning/progress/merge-learner-progress.ts'
import { listPasskeysOf } from '#server/services/operations/accounts/change-belongings.ts'
import { findPendingErasure } from '#server/services/people/privacy/erasures.ts'
import { listLearnerNotes, NOTE_LENGTH } from '#server/services/people/support/learner-notes.ts'
import { listTags, tagsOf } from '#server/services/people/tags/learner-tags.ts'

import { readLearnersById } from './find-learners.ts'
import { requireLearnerOf } from './learner-actions.ts'
import { readCorrespondence } from './read-correspondence.ts'
import { listOrdersOf, readLearnerStory, readTotalPaid } from './story.ts'

async function readCourses({ content, db }: ServiceContext, userId: string) {
	const read = content.courses.map(async (course) => ({
		id: course.id,
		title: course.title,
		alsoOpens: content.courses.filter(({ belongsTo }) => belongsTo === course.id).map(({ title }) => title),
		...(await readAccess(db, userId, openersOfCourse(course))),
	}))
	return Promise.all(read)
}

async function readFacts({ ctx, by }: ConsoleRequest, account: UserRecord) {
	const { id, email, phone, created_at: createdAt, last_sign_in_at: lastSignInAt } = account
	const { role } = toMetadataObject(account.raw_app_meta_data)
	const { access, endsAt } = await readAccess(ctx.db, id)
	const [listed] = await readLearnersById(ctx.db, [id], [])
	const isUnclaimed = access === 'none' && listed?.access === 'unclaimed'
	const passkeys = (await listPasskeysOf(ctx, id)).length
	return {
		id,
		email,
		phone,
		isSelf: id === by.userId,
		createdAt,
		lastSignInAt,
		access,
		endsAt: isUnclaimed ? listed.ends_at : endsAt,
		courses: await readCourses(ctx, id),
		isVerified: account.email_confirmed_at !== null,
		isUnclaimed,
		name: listed?.name ?? null,
		role: role === 'operator' || role === 'support' ? role : null,
		bannedUntil: isBanned(account, ctx.now()) ? account.banned_until : null,
		erasesAt: (await findPendingErasure(ctx.db, id))?.erases_at ?? null,
		/** Names of second factors, and the number of passkeys. */
		factors: [
			...account.factors.filter(({ status }) => status === 'verified').map(({ factor_type: type }) => type.replaceAll('_', ' ')),
			...(passkeys === 0 ? [] : [countNoun(passkeys, 'passkey')]),
		],
	}
}

/** Lists the access whose end an operator can change, by order. */
async function readHeldAccess(request: ConsoleRequest, { id, email }: UserRecord) {
	const orders = await request.ctx.db
		.selectFrom('orders')
		.selectAll()
		.where((eb) => eb.or([eb('user_id', '=', id), eb.and([eb('user_id', 'is', null), eb('email', '=', email)])]))
		.where('paid_at', 'is not', null)
		.orderBy('id')
		.execute()
	const held = orders.map(async (order) => {
		const access = await readOrderAccess(request, order)
		return access?.canChange ? { ...access, id: order.id, email: order.email, product: order.product_name } : null
	})
	return (await Promise.all(held)).filter((each) => each !== null)
}

/** Lists the orders whose access email can be resent: the newest order of each product that gives access now. */
async function listWithAccess(db: Db, orders: Awaited<ReturnType<typeof listOrdersOf>>) {
	const active = await db
		.selectFrom('entitlements')
		.select('order_id')
		.where(isOpen)
		.where(belongsToOrders(orders.map(({ id }) => id)))
		.execute()
	const ids = new Set(active.map(({ order_id: id }) => id))
	const sendable = orders.filter(({ id, email, paid_at: paidAt }) => ids.has(id) && email !== null && paidAt !== null)
	return [...Map.groupBy(sendable, ({ product_name: product }) => product)].flatMap(([product, of]) =>
		of.slice(0, 1).map(({ id }) => ({ id, product })),
	)
}

/** Reads progress by module: sections opened, sections completed, checks answered. */
async function readProgress({ ctx: { content, db } }: ConsoleRequest, { id }: UserRecord) {
	const served = await listServedSections(content, db, id)
	const entries = (await readProgressRows(db, id)).filter(({ done }) => done)
	const finished = new Set(entries.flatMap(({ kind, key }) => (kind === 'reading' ? [key] : [])))
	const last = entries.reduce((latest, { changedAt }) => Math.max(latest, changedAt), 0)
	const modules = content.allModulePages.map(({ id: module, sections }) => {
		const begin = `${module}/`
		return {
			module,
			name: content.nameModule(module),
			sections: sections.length,
			opened: sections.filter((section) => served.has(`${begin}${section.id}`)).length,
			read: sections.filter((section) => finished.has(`${begin}${section.id}`)).length,
			checks: entries.filter(({ kind, key }) => kind === 'lesson-quiz' && key.startsWith(begin)).length,
		}
	})
	const taught = content.courses.filter(({ pages }) => pages.length > 0)
	const courses = taught.map(({ title, pages }) => {
		const own = modules.filter(({ module }) => pages.some(({ id: page }) => page === module))
		const sumOf = (what: 'read' | 'sections') => own.reduce((sum, each) => sum + each[what], 0)
		return { title, read: sumOf('read'), sections: sumOf('sections') }
	})
	return { last: last === 0 ? null : new Date(last), modules, courses }
}

async function readSessions({ ctx }: ConsoleRequest, { id: userId }: UserRecord) {
	const sessions = await ctx.db
		.selectFrom('auth.sessions')
		.select(['id', 'user_agent', 'aal', 'created_at', 'refreshed_at'])
		.where('user_id', '=', userId)
		.where((eb) => eb.or([eb('not_after', 'is', null), eb('not_after', '>', ctx.now())]))
		.orderBy('created_at', 'desc')
		.limit(20)
		.execute()
	return sessions.map(({ id, user_agent, aal, created_at: createdAt, refreshed_at }) => ({
		id,
		createdAt,
		device: describeDevice(user_agent),
		usedAt: refreshed_at ?? createdAt,
		isProven: aal === 'aal2',
	}))
}

/** Returns the latest time of a sign-in, a used session or progress; null for none. */
const latestOf = (times: readonly (Date | null)[]) => {
	const latest = Math.max(...times.map((time) => time?.getTime() ?? 0))
	return latest === 0 ? null : new Date(latest)
}

/** Reads the tags of a learner, and all tags to choose from. */
async function readTags({ ctx: { db } }: ConsoleRequest, { id }: UserRecord) {
	const { own } = await db
		.selectFrom('auth.users')
		.select(tagsOf(sql`id`).as('own'))
		.where('id', '=', id)
		.executeTakeFirstOrThrow()
	return { own, all: await listTags(db) }
}

export async function readLearner(request: ConsoleRequest) {
	const { db } = request.ctx
	const account = await requireLearnerOf(request)
	const learner = await readFacts(request, account)
	const progress = await readProgress(request, account)
	const sessions = await readSessions(request, account)
	const orders = await listOrdersOf(db, account)
	return {
		learner,
		orders,
		withAccess: await listWithAccess(db, orders),
		paid: await readTotalPaid(db, account),
		seenAt: latestOf([learner.lastSignInAt, progress.last, ...sessions.map(({ usedAt }) => usedAt)]),
		held: await readHeldAccess(request, account),
		tags: await readTags(request, account),
		notes: await listLearnerNotes(db, account.id),
		noteLength: NOTE_LENGTH,
		story: await readLearnerStory(db, account),
		correspondence: await readCorrespondence(db, account),
		progress,
		sessions,
	}
}
