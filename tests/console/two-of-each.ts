import { randomUUID } from 'node:crypto'

import { systemContext } from '#server/services/context.ts'
import { checkImport } from '#server/services/people/imports/check-import.ts'
import { addApplication } from '#tests/factories/application.ts'
import { makeLearner } from '#tests/factories/learner.ts'
import { addPicture } from '#tests/factories/media.ts'
import { buyAsLearner } from '#tests/factories/refund.ts'
import type { Wire } from '#tests/wire/test-client.ts'

import { originOf } from './edit-content.ts'
import type { openConsoleAs } from './open-console.ts'

type Operator = Awaited<ReturnType<typeof openConsoleAs>>

/** Page of an object: its route, its path, and a text that no other object's page contains. */
export type ObjectPage = { route: string; path: string; shows: string }

/**
 * Creates an object of every kind that has a page. `name` occurs in each of them.
 * @param file content file that gets a draft
 */
export async function makeNamed(wire: Wire, operator: Operator, { name, file }: { name: string; file: string }) {
	const { deps, clock } = wire
	const { db } = deps
	const email = `${name}@example.test`
	const { learner, orderId } = await buyAsLearner(deps, { learner: await makeLearner(deps, email) })
	const add = {
		ticket: await db
			.insertInto('support_tickets')
			.values({ name, email, subject: `Question of ${name}`, message: `I am ${name}`, due_at: clock.now() })
			.returning('id')
			.executeTakeFirstOrThrow(),
		application: { id: await addApplication(deps, name, `I am ${name}`) },
		message: await db
			.insertInto('outbox_messages')
			.values({
				channel: 'email',
				to_address: email,
				template: 'support.answer',
				subject: `To ${name}`,
				body: name,
				status: 'failed',
				created_at: clock.now(),
			})
			.returning('id')
			.executeTakeFirstOrThrow(),
		subscription: await db
			.insertInto('newsletter_subscriptions')
			.values({
				email,
				source: 'blog',
				status: 'confirmed',
				covers_newsletters: true,
				requested_at: clock.now(),
				confirmed_at: clock.now(),
			})
			.returning('id')
			.executeTakeFirstOrThrow(),
		version: await db
			.insertInto('content_versions')
			.values({
				path: file,
				origin: originOf(file),
				body: originOf(file).replace(': "', `: "${name}’s `),
				author_id: null,
				created_at: clock.now(),
			})
			.returning('id')
			.executeTakeFirstOrThrow(),
		job: await db
			.insertInto('bulk_jobs')
			.values({ action: 'close-tickets', user_id: operator.userId, role: 'operator', reason: `Asked by ${name}`, created_at: clock.now() })
			.returning('id')
			.executeTakeFirstOrThrow(),
	}
	await db.insertInto('bulk_rows').values({ job_id: add.job.id, place: 1, object_kind: 'ticket', object_id: add.ticket.id }).execute()
	const importOf = (what: 'subscribers' | 'learners') =>
		checkImport(systemContext(deps, 'test'), {
			what,
			fileName: `${name}.csv`,
			bytes: new TextEncoder().encode(`email\nnew-${email}\n${name} without an address\n`),
			userId: operator.userId,
		})
	const [list, learnerList] = [await importOf('subscribers'), await importOf('learners')]
	const issue = `/admin/newsletter/${randomUUID()}`
	await operator.post(issue, { subject: `News for ${name}`, body: `Dear ${name}` })
	const audience =
		(await operator.post('/admin/audiences/new', { name: `Circle of ${name}`, 'if-0': 'source=blog' })).to.split('?')[0] ?? ''
	const coupon = name.toUpperCase()
	await operator.post('/admin/coupons/new-coupon', {
		coupon,
		kind: 'percent',
		off: '10',
		'offer-digital-income-mastery-lifetime': 'on',
	})
	const media = (await addPicture(deps)).replace(/^\/media\/([^/]+)\/.*$/, '/admin/media/$1')
	await operator.post(media, { alt: `Picture of ${name}` })
	const invoice = await db.selectFrom('invoices').select(['id', 'number']).where('order_id', '=', orderId).executeTakeFirstOrThrow()

	const pages: ObjectPage[] = [
		{ route: '/admin/orders/:order', path: `/admin/orders/${orderId}`, shows: email },
		{ route: '/admin/orders/:order/correct-invoice', path: `/admin/orders/${orderId}/correct-invoice`, shows: invoice.number },
		{ route: '/admin/invoices/:invoice/xml', path: `/admin/invoices/${invoice.id}/xml`, shows: `>${invoice.number}<` },
		{ route: '/admin/coupons/:coupon', path: `/admin/coupons/${coupon}`, shows: coupon },
		{ route: '/admin/learners/:account', path: `/admin/learners/${learner.userId}`, shows: email },
		{ route: '/admin/tickets/:ticket', path: `/admin/tickets/${add.ticket.id}`, shows: `I am ${name}` },
		{ route: '/admin/applications/:application', path: `/admin/applications/${add.application.id}`, shows: `I am ${name}` },
		{ route: '/admin/applications/:application/file', path: `/admin/applications/${add.application.id}/file`, shows: `pdf of ${name}` },
		{ route: '/admin/messages/:message', path: `/admin/messages/${add.message.id}`, shows: `To ${name}` },
		{ route: '/admin/subscribers/:subscription', path: `/admin/subscribers/${add.subscription.id}`, shows: email },
		{ route: '/admin/imports/:import', path: `/admin/imports/${list}`, shows: `new-${email}` },
		{ route: '/admin/imports/:import/skipped.csv', path: `/admin/imports/${list}/skipped.csv`, shows: `${name} without` },
		{ route: '/admin/imports/:import/report.csv', path: `/admin/imports/${list}/report.csv`, shows: `new-${email}` },
		{ route: '/admin/learner-imports/:import', path: `/admin/learner-imports/${learnerList}`, shows: `new-${email}` },
		{
			route: '/admin/learner-imports/:import/skipped.csv',
			path: `/admin/learner-imports/${learnerList}/skipped.csv`,
			shows: `${name} without`,
		},
		{
			route: '/admin/learner-imports/:import/report.csv',
			path: `/admin/learner-imports/${learnerList}/report.csv`,
			shows: `new-${email}`,
		},
		{ route: '/admin/newsletter/:issue', path: issue, shows: `Dear ${name}` },
		{ route: '/admin/newsletter/:issue/preview', path: `${issue}/preview`, shows: `Dear ${name}` },
		{ route: '/admin/audiences/:audience', path: audience, shows: `Circle of ${name}` },
		{ route: '/admin/content/versions/:version', path: `/admin/content/versions/${add.version.id}`, shows: `${name}’s ` },
		{ route: '/admin/media/:media', path: media, shows: `Picture of ${name}` },
		{ route: '/admin/bulk/:job', path: `/admin/bulk/${add.job.id}`, shows: `Asked by ${name}` },
		{ route: '/admin/bulk/:job/result.csv', path: `/admin/bulk/${add.job.id}/result.csv`, shows: add.ticket.id },
	]
	const ids = [orderId, learner.userId, list, learnerList, invoice.id, ...Object.values(add).map(({ id }) => id)]
	return { pages, ids }
}
