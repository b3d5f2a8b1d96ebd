import { sql } from 'kysely'

import { CONTACT_CATEGORIES, type ContactCategory } from '#domain/support/categories.ts'
import { describePromises } from '#server/console/shell/describe-promises.ts'
import { PAGE_SIZE, toPage } from '#server/console/shell/paging.ts'
import type { ConsoleRequest } from '#server/console/shell/work.ts'
import { isUuid } from '#server/db/uuid.ts'
import { readPromises } from '#server/services/people/support/work-on-letter.ts'

const STATES = ['open', 'answered', 'closed'] as const

type Asked = { state: (typeof STATES)[number]; category: ContactCategory | null; cursor: string | null }

function readAsked({ url: { searchParams } }: ConsoleRequest): Asked {
	const cursor = searchParams.get('before') ?? ''
	return {
		state: STATES.find((each) => each === searchParams.get('state')) ?? 'open',
		category: CONTACT_CATEGORIES.find((each) => each === searchParams.get('category')) ?? null,
		cursor: isUuid(cursor) ? cursor : null,
	}
}

/** Open ones by the time their answer is due, the others newest first. The cursor is the last row of the page before. */
export function listTickets({ ctx: { db } }: Pick<ConsoleRequest, 'ctx'>, { state, category, cursor }: Asked) {
	const by = state === 'open' ? 'due_at' : 'created_at'
	const direction = state === 'open' ? 'asc' : 'desc'
	const place = sql.ref(`ticket.${by}`)
	const comes = state === 'open' ? sql`>` : sql`<`
	return (
		db
			.selectFrom('support_tickets as ticket')
			.leftJoin('auth.users as assignee', 'assignee.id', 'ticket.assigned_to')
			.select(['ticket.id', 'category', 'subject', 'name', 'ticket.email', 'due_at', 'answered_at', 'ticket.created_at'])
			.select('assignee.email as assignee')
			// The index of the open ones is used for a literal alone.
			.where(state === 'open' ? sql<boolean>`status = 'open'` : sql<boolean>`status = ${state}`)
			.$if(category !== null, (query) => query.where(sql<boolean>`category = ${category}`))
			.$if(cursor !== null, (query) =>
				query.where(
					sql<boolean>`(${place}, ticket.id) ${comes} ((select ${sql.ref(by)} from support_tickets where id = ${cursor}), ${cursor}::uuid)`,
				),
			)
			.orderBy(`ticket.${by}`, direction)
			.orderBy('ticket.id', direction)
			.limit(PAGE_SIZE + 1)
	)
}

/** Messages that people wrote to us. */
export async function readTickets(work: ConsoleRequest) {
	const { ctx } = work
	const asked = readAsked(work)
	const { rows, next } = toPage(await listTickets(work, asked).execute(), ({ id }) => id)
	return {
		asked: { state: asked.state, category: asked.category ?? '' },
		tickets: rows,
		next,
		promises: describePromises(await readPromises(ctx)),
		now: ctx.now(),
	}
}
