import type { ServiceContext } from '#server/context.ts'
import type { Caller, CallerRow } from '#server/db/caller-database.ts'

import { findRelation } from './catalogue.ts'
import { printRead } from './print-read.ts'
import { printWrite } from './print-write.ts'
import type { RestRequest, RowsAnswer, WriteWishes } from './request-tree.ts'
import { RestRefusal } from './rest-refusal.ts'

function toAnswer([row]: readonly CallerRow[]): RowsAnswer {
	const { body = '', found = 0, total = null, inserted = 0 } = (row ?? {}) as Partial<RowsAnswer>
	return { body, found, total, inserted }
}

/** @throws RestRefusal PGRST116 (406) unless there is exactly one row */
function requireOne(found: number): void {
	if (found === 1) return
	throw new RestRefusal(406, 'PGRST116', {
		message: 'Cannot coerce the result to a single JSON object',
		details: `The result contains ${found} rows`,
	})
}

/** @throws RestRefusal PGRST124 (400) */
function requireAtMost(found: number, { maxAffected }: WriteWishes): void {
	if (maxAffected === null || found <= maxAffected) return
	throw new RestRefusal(400, 'PGRST124', {
		message: 'Query result exceeds max-affected preference constraint',
		details: `The query affects ${found} rows`,
	})
}

/** @throws RestRefusal PGRST103 (416) when the answer begins behind its end */
function requireRange({ total }: RowsAnswer, offset: number): void {
	if (total === null || offset <= total) return
	throw new RestRefusal(416, 'PGRST103', {
		message: 'Requested range not satisfiable',
		details: `An offset of ${offset} was requested, but there are only ${total} rows.`,
	})
}

/**
 * Does what a parsed request asks for, in PostgreSQL, with the caller's role and under row-level security
 * (AUTH_WIRE §12.3). A write that must have one row, or no more than so many, is kept only when that is so.
 * @throws RestRefusal, and pg.DatabaseError for what PostgreSQL refuses
 */
export async function runRequest(ctx: ServiceContext, caller: Caller, request: RestRequest): Promise<RowsAnswer> {
	const relation = await findRelation(ctx.callerDb, request.table, ctx.now())
	if (request.method === 'read') {
		const rows = await ctx.callerDb.run(caller, { ...printRead(request, relation), isReadOnly: true })
		const answer = toAnswer(rows)
		requireRange(answer, request.query.offset)
		if (request.format.kind === 'object') requireOne(answer.found)
		return answer
	}
	const { wishes, format } = request
	const needsOne = format.kind === 'object' && wishes.wantsRows
	const accept = (rows: CallerRow[]) => {
		const { found } = toAnswer(rows)
		requireAtMost(found, wishes)
		if (needsOne) requireOne(found)
	}
	const statement = { ...printWrite(request, relation), isReadOnly: false, isDryRun: wishes.isDryRun }
	const isConditional = needsOne || wishes.maxAffected !== null
	return toAnswer(await ctx.callerDb.run(caller, statement, isConditional ? accept : undefined))
}
