import { expect, test } from 'vitest'

import { openWorld } from './action-matrix.ts'
import { hiddenIn } from './read-form.ts'
import { ROUTE_TABLE } from './route-table.ts'

/** Returns the URL of each page that has no parameters, and of one object of each kind. */
function listPages(world: Awaited<ReturnType<typeof openWorld>>): string[] {
	const { orderId, given, learner, other, unconfirmed, ticket, draft, planned, application, subscription, version } = world
	return [
		...ROUTE_TABLE.filter(({ method, path }) => method === 'GET' && !/[:*]|\.\w+$|find$/.test(path)).map(({ path }) => path),
		`/admin/orders/${orderId}`,
		`/admin/orders/${given}`,
		`/admin/orders/${orderId}/correct-invoice`,
		...[learner, other, unconfirmed].map((account) => `/admin/learners/${account}`),
		`/admin/tickets/${ticket}`,
		`/admin/applications/${application}`,
		`/admin/subscribers/${subscription}`,
		draft,
		planned,
		`/admin/content/versions/${version}`,
		'/admin/coupons/SALE',
		'/admin/coupons/new-coupon',
		...['article', 'lesson', 'module', 'offer', 'course'].map((kind) => `/admin/content/new/${kind}`),
		'/admin/answers',
	]
}

const REQUIRED = /<(?:input|textarea|select)[^>]* required=""[^>]*>/g

test('every form leaves empty fields to the server, which explains them at the field and focuses it', async () => {
	const world = await openWorld()
	const { operator } = world
	const problems: string[] = []
	const tried = new Set<string>()
	for (const page of new Set(listPages(world))) {
		const { text } = await operator.get(page)
		for (const form of text.match(/<form[^>]* method="post"[\s\S]*?<\/form>/g) ?? []) {
			const [, action = ''] = /<form[^>]* action="([^"]*)"/.exec(form) ?? []
			const names = [...form.matchAll(REQUIRED)].map(([tag]) => /name="([^"]*)"/.exec(tag)?.[1] ?? '')
			const [, id = ''] = /<form[^>]* id="([^"]*)"/.exec(form) ?? []
			if (names.length === 0 || tried.has(id || action)) continue
			tried.add(id || action)
			if (!/<form[^>]* noValidate=""/i.test(form)) problems.push(`${page}: ${action} is checked by the browser`)
			const empty = Object.fromEntries(names.map((name) => [name, '']))
			const answer = await operator.post(action.replaceAll('&amp;', '&'), { ...hiddenIn(form, action), ...empty })
			const [first = ''] = /<(?:input|textarea|select)[^>]* aria-invalid="true"[^>]*>/.exec(answer.text) ?? []
			if (!first.includes('autofocus')) problems.push(`${page}: ${action} [${names.join()}] answers ${answer.status} ${answer.to}`)
		}
	}
	expect(problems).toEqual([])
	expect(tried.size).toBeGreaterThan(20)
})
