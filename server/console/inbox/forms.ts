import { html } from 'hono/html'
import { sql } from 'kysely'

import { showPage } from '#server/console/shell/page.ts'
import { badge, older, table, when } from '#server/console/shell/pieces.ts'
import { places } from '#server/console/shell/places.ts'
import type { Work } from '#server/console/shell/work.ts'
import { isUuid } from '#server/db/uuid.ts'

import { showWishes } from './early-access.ts'
import { tabs } from './tabs.ts'

const PAGE_SIZE = 50

/** What stands after the row that the page before ended with. */
const afterCursor = ({ c }: Work, name: 'module_feedback' | 'early_access_requests') => {
	const cursor = c.req.query('before') ?? ''
	return isUuid(cursor)
		? sql<boolean>`(form.created_at, form.id) < ((select created_at from ${sql.table(name)} where id = ${cursor}), ${cursor}::uuid)`
		: sql<boolean>`true`
}

const olderThan = (href: string, rows: readonly { id: string }[]) => {
	const last = rows.length === PAGE_SIZE ? rows.at(-1) : undefined
	return older(last ? `${href}?before=${last.id}` : null)
}

/** What visitors and learners think of modules. */
export async function showFeedback(work: Work) {
	const rows = await work.ctx.db
		.selectFrom('module_feedback as form')
		.leftJoin('auth.users as account', 'account.id', 'form.user_id')
		.select(['form.id', 'module_id', 'is_helpful', 'suggestion', 'form.created_at', 'account.email'])
		.where(afterCursor(work, 'module_feedback'))
		.orderBy('form.created_at', 'desc')
		.orderBy('form.id', 'desc')
		.limit(PAGE_SIZE)
		.execute()
	const content = html`${tabs(work)}
	${table({
		caption: 'Feedback',
		head: ['Module', 'Helpful', 'Suggestion', 'From', 'When'],
		rows: rows.map((row) => [
			row.module_id,
			badge(row.is_helpful ? 'yes' : 'no', row.is_helpful ? 'good' : 'warn'),
			row.suggestion ?? '–',
			row.email ?? 'a visitor',
			when(row.created_at),
		]),
		empty: 'Nobody has said anything about a module yet.',
	})}
	${olderThan(places.feedback, rows)}`
	return showPage(work, { title: 'Feedback', content })
}

/** Who wants to hear when a module is ready. */
export async function showEarlyAccess(work: Work) {
	const rows = await work.ctx.db
		.selectFrom('early_access_requests as form')
		.select(['id', 'email', 'module_id', 'user_id', 'created_at', 'due_at', 'told_at'])
		.where(afterCursor(work, 'early_access_requests'))
		.orderBy('created_at', 'desc')
		.orderBy('id', 'desc')
		.limit(PAGE_SIZE)
		.execute()
	const content = html`${tabs(work)} ${await showWishes(work)}
		<h2>Who asked</h2>
		${table({
			caption: 'Early access',
			head: ['Address', 'Module', 'Account', 'When', 'Told'],
			rows: rows.map((row) => [
				row.email,
				row.module_id,
				row.user_id === null ? 'no' : 'yes',
				when(row.created_at),
				row.told_at === null && row.due_at !== null ? 'soon' : when(row.told_at),
			]),
			empty: 'Nobody has asked yet.',
		})}
		${olderThan(places.earlyAccess, rows)}`
	return showPage(work, { title: 'Early access', content })
}
