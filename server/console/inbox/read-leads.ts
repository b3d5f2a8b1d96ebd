import { PAGE_SIZE, toPage } from '#server/console/shell/paging.ts'
import type { ConsoleRequest } from '#server/console/shell/work.ts'
import { countWishes } from '#server/services/people/leads/tell-early-access.ts'

import { isAfter } from './is-after.ts'

/** What visitors and learners think of modules. */
export async function readFeedback({ ctx: { db }, url: { searchParams } }: ConsoleRequest) {
	const found = await db
		.selectFrom('module_feedback as form')
		.leftJoin('auth.users as account', 'account.id', 'form.user_id')
		.select(['form.id', 'module_id', 'is_helpful', 'suggestion', 'form.created_at', 'account.email'])
		.where(isAfter('module_feedback', searchParams.get('before')))
		.orderBy('form.created_at', 'desc')
		.orderBy('form.id', 'desc')
		.limit(PAGE_SIZE + 1)
		.execute()
	const { rows, next } = toPage(found, ({ id }) => id)
	return { feedback: rows, next }
}

/** Who wants to hear when a module is ready, and how many wait for each. */
export async function readEarlyAccess({ ctx: { db, content }, url: { searchParams } }: ConsoleRequest) {
	const found = await db
		.selectFrom('early_access_requests as form')
		.select(['id', 'email', 'module_id', 'created_at', 'due_at', 'told_at'])
		.select((eb) => eb('user_id', 'is not', null).as('has_account'))
		.where(isAfter('early_access_requests', searchParams.get('before')))
		.orderBy('created_at', 'desc')
		.orderBy('id', 'desc')
		.limit(PAGE_SIZE + 1)
		.execute()
	const { rows, next } = toPage(found, ({ id }) => id)
	return { wishes: await countWishes(content, db), requests: rows, next }
}
