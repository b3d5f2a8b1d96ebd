import type { Caller, CallerRow, CallerStatement, RequestFacts } from '#server/db/caller-database.ts'
import type { ServiceContext } from '#server/services/context.ts'

import { type Catalogue, requireRelation, withCatalogue } from './catalogue.ts'
import { requireFunction } from './find-function.ts'
import { printCall } from './print-call.ts'
import { printRead } from './print-read.ts'
import { printWrite } from './print-write.ts'
import type { CallRequest, RestRequest, RowsAnswer, WritePreferences } from './request-tree.ts'
import { RestRefusal } from './rest-refusal.ts'

function toAnswer([row]: readonly CallerRow[]): RowsAnswer {
	const { body = '', found = 0, total = null, inserted = 0, isVoid = false } = (row ?? {}) as Partial<RowsAnswer>
	return { body, found, total, inserted, isVoid }
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
function requireAtMost(found: number, { maxAffected }: Pick<WritePreferences, 'maxAffected'>): void {
	if (maxAffected === null || found <= maxAffected) return
	throw new RestRefusal(400, 'PGRST124', {
		message: 'Query result exceeds max-affected preference constraint',
		details: `The query affects ${found} rows`,
	})
}

/** @throws RestRefusal PGRST103 (416) if the offset is beyond the last row */
function requireRange({ total }: RowsAnswer, offset: number): void {
	if (total === null || offset <= total) return
	throw new RestRefusal(416, 'PGRST103', {
		message: 'Requested range not satisfiable',
		details: `An offset of ${offset} was requested, but there are only ${total} rows.`,
	})
}

type Plan = CallerStatement & { needsOne: boolean; maxAffected: number | null }

function planCall(call: CallRequest, catalogue: Catalogue, maxRows: number): Plan {
	const called = requireFunction(catalogue, call)
	const printed = printCall(call, called, maxRows)
	const { maxAffected, isDryRun } = call.wishes
	const needsOne = call.format.kind === 'object' && called.kind === 'rows'
	const isReadOnly = call.isReadOnly || !called.isVolatile
	return { ...printed, isReadOnly, isDryRun, needsOne, maxAffected: called.isSet ? maxAffected : null }
}

/** @throws RestRefusal for names that aren't in the catalogue */
function plan(request: RestRequest, catalogue: Catalogue, maxRows: number): Plan {
	if (request.method === 'call') return planCall(request, catalogue, maxRows)
	const relation = requireRelation(catalogue, request.schema, request.table)
	const wantsObject = request.format.kind === 'object'
	if (request.method === 'read')
		return { ...printRead(request, relation, maxRows), isReadOnly: true, needsOne: wantsObject, maxAffected: null }
	const { wantsRows, maxAffected, isDryRun } = request.wishes
	return { ...printWrite(request, relation, maxRows), isReadOnly: false, isDryRun, needsOne: wantsObject && wantsRows, maxAffected }
}

/** Returns the search path for functions that use names without a schema: the requested schema, then `public`. */
const printSearchPath = (schema: string) => (schema === 'public' ? null : `"${schema}", public`)

export type Asker = { caller: Caller; facts: RequestFacts }

/**
 * Runs a request in PostgreSQL, with the caller's role and row-level security. A write that must affect exactly one row, or at
 * most a given number, is rolled back otherwise.
 * @throws RestRefusal, and pg.DatabaseError for errors of PostgreSQL
 */
export async function runRequest(ctx: ServiceContext, { caller, facts }: Asker, request: RestRequest): Promise<RowsAnswer> {
	const { needsOne, maxAffected, ...printed } = await withCatalogue(ctx, (catalogue) => plan(request, catalogue, ctx.config.rest.maxRows))
	const statement = { ...printed, request: facts, searchPath: printSearchPath(request.schema) }
	const check = (rows: CallerRow[]) => {
		const answer = toAnswer(rows)
		requireRange(answer, request.query.offset)
		requireAtMost(answer.found, { maxAffected })
		if (needsOne) requireOne(answer.found)
	}
	// A read can't be rolled back, so it's checked afterwards.
	const isConditional = !printed.isReadOnly && (needsOne || maxAffected !== null || request.query.offset > 0)
	const rows = await ctx.callerDb.run(caller, statement, isConditional ? check : undefined)
	if (!isConditional) check(rows)
	return toAnswer(rows)
}
