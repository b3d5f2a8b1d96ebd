import { sql } from 'kysely'

import { presentComplimentaryItems } from '#server/console/learners/add-learner.ts'
import type { ConsoleRequest } from '#server/console/shell/console-request.ts'
import { PAGE_SIZE, toPage } from '#server/console/shell/lists.ts'
import { decodeCursor, encodeCursor } from '#server/console/shell/look-up.ts'
import { type Db, isUuid } from '#server/db/database.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import {
	exampleDay,
	type FileKind,
	IMPORTED_VERDICTS,
	MAX_IMPORT_ROWS,
	type RowVerdict,
	IMPORT_VERDICTS,
} from '#server/services/people/imports/check-row.ts'
import type { FileLayout } from '#server/services/people/imports/read-columns.ts'

import { presentColumns, SAMPLE_LENGTH } from './import-columns.ts'

const LAST_LINE = 2 ** 31 - 1

const MEANINGS: Readonly<Record<RowVerdict, string>> = {
	proof: 'can be subscribed',
	invite: 'has to confirm by email',
	new: 'gets an account',
	no_address: 'skipped: not a valid email address',
	twice: 'skipped: duplicate of an earlier row',
	known: 'skipped: already on the list',
	ended: 'skipped: has unsubscribed',
	suppressed: 'skipped: suppressed address',
}

const OF_LEARNERS: Partial<typeof MEANINGS> = {
	known: 'has an account: gets only the access you choose',
	suppressed: 'skipped: emails to this address failed or were reported as spam',
}

const ONCE_IMPORTED: Partial<typeof MEANINGS> = { proof: 'subscribed', invite: 'asked to confirm by email' }

type Import = { what: FileKind; isImported: boolean }

export const explainVerdict = ({ what, isImported }: Import, verdict: RowVerdict): string =>
	(what === 'learners' ? OF_LEARNERS[verdict] : undefined) ?? (isImported ? ONCE_IMPORTED[verdict] : undefined) ?? MEANINGS[verdict]

export const explainImportRow = (
	of: Import,
	{ typed, verdict, note }: { typed: string; verdict: RowVerdict; note: string | null },
): string => {
	const noAddress = typed === '' ? 'skipped: no email address' : `skipped: “${typed}” is not a valid email address`
	const means = verdict === 'no_address' ? noAddress : explainVerdict(of, verdict)
	return note === null ? means : `${means} (${note})`
}

export async function readImports({ ctx, url: { searchParams } }: ConsoleRequest, what: FileKind = 'subscribers') {
	const place = decodeCursor(searchParams.get('before') ?? undefined)
	let query = ctx.db.selectFrom('subscriber_imports').select(['id', 'file_name', 'created_at', 'applied_at']).where('what', '=', what)
	if (place !== null) query = query.where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(place.at, place.id)))
	const found = await query
		.orderBy('created_at', 'desc')
		.orderBy('id', 'desc')
		.limit(PAGE_SIZE + 1)
		.execute()
	const { rows, next } = toPage(found, encodeCursor)
	return { imports: rows, next, mostRows: MAX_IMPORT_ROWS[what], exampleDay: exampleDay(ctx.now()) }
}

export const readLearnerImports = (request: ConsoleRequest) => readImports(request, 'learners')

/** @throws ServiceError import_not_found (404) */
export async function requireImport({ params, ctx: { db } }: ConsoleRequest, what: FileKind = 'subscribers') {
	const { import: id = '' } = params
	const row = isUuid(id)
		? await db
				.selectFrom('subscriber_imports')
				.select(['id', 'file_name', 'created_at', 'applied_at', 'encoding', 'columns'])
				.select(sql<string | null>`left(content, ${SAMPLE_LENGTH})`.as('start'))
				.where('id', '=', id)
				.where('what', '=', what)
				.executeTakeFirst()
		: undefined
	if (!row) throw new ServiceError('not-found', 'import_not_found', 'We can’t find that file. Files are deleted after a week.')
	return row
}

async function countVerdicts(db: Db, id: string): Promise<ReadonlyMap<RowVerdict, number>> {
	const rows = await db
		.selectFrom('subscriber_import_rows')
		.select('verdict')
		.select((eb) => eb.fn.countAll<string>().as('count'))
		.where('import_id', '=', id)
		.groupBy('verdict')
		.execute()
	return new Map(rows.map(({ verdict, count }) => [verdict as RowVerdict, Number(count)]))
}

export const readImportRows = (
	db: Db,
	id: string,
	{ after, limit, verdict }: { after: number; limit: number; verdict?: RowVerdict | undefined },
) =>
	db
		.selectFrom('subscriber_import_rows')
		.select(['line', 'typed', 'first_name', 'tags', 'verdict', 'note'])
		.where('import_id', '=', id)
		.where('line', '>', after)
		.$if(verdict !== undefined, (query) => query.where('verdict', '=', verdict as RowVerdict))
		.orderBy('line')
		.limit(limit)
		.execute()

function readLine(text: string | null): number {
	const line = Number(text ?? 0)
	return Number.isInteger(line) && line >= 0 && line <= LAST_LINE ? line : 0
}

/** Says what an import of subscribers did, such as “5 subscribed, 1 skipped”. */
function describeApplied(counts: ReadonlyMap<RowVerdict, number>): string {
	const sums = new Map<string, number>()
	for (const verdict of IMPORT_VERDICTS) {
		const count = counts.get(verdict) ?? 0
		if (count === 0) continue
		const says = ONCE_IMPORTED[verdict] ?? 'skipped'
		sums.set(says, (sums.get(says) ?? 0) + count)
	}
	return [...sums].map(([says, count]) => `${count.toLocaleString('en-US')} ${says}`).join(', ')
}

export async function readImport(request: ConsoleRequest, what: FileKind = 'subscribers') {
	const {
		ctx: { db },
		url: { searchParams },
	} = request
	const {
		id,
		file_name: fileName,
		created_at: readAt,
		applied_at: appliedAt,
		encoding,
		start,
		columns,
	} = await requireImport(request, what)
	const counts = await countVerdicts(db, id)
	const verdict = IMPORT_VERDICTS.find((each) => each === searchParams.get('show'))
	const found = await readImportRows(db, id, { after: readLine(searchParams.get('after')), limit: PAGE_SIZE + 1, verdict })
	const { rows, next } = toPage(found, ({ line }) => String(line))
	const of = { what, isImported: appliedAt !== null }
	const isJustImported = appliedAt !== null && searchParams.get('notice') === 'import-applied'
	return {
		newNotice: isJustImported ? { text: `Imported: ${describeApplied(counts)}.`, link: null } : null,
		file: { id, fileName, readAt, appliedAt, encoding, hasContent: start !== null },
		mapping: appliedAt === null ? await presentColumns(request, { what, start, reading: columns as FileLayout | null }) : null,
		skipped: [...counts].reduce(
			(sum, [each, count]) => (IMPORTED_VERDICTS[what].some((imported) => imported === each) ? sum : sum + count),
			0,
		),
		counts: Object.fromEntries(IMPORTED_VERDICTS[what].map((each) => [each, counts.get(each) ?? 0])),
		verdicts: [...new Set([...IMPORTED_VERDICTS[what], ...IMPORT_VERDICTS])].flatMap((each) => {
			const count = counts.get(each)
			return count === undefined ? [] : [{ verdict: each, count, means: explainVerdict(of, each) }]
		}),
		shown: verdict === undefined ? null : explainVerdict(of, verdict),
		rows: rows.map((row) => ({
			line: row.line,
			typed: row.typed,
			name: row.first_name,
			tags: row.tags ?? [],
			means: explainImportRow(of, row),
		})),
		next,
	}
}

export async function readLearnerImport(request: ConsoleRequest) {
	const read = await readImport(request, 'learners')
	const job = await request.ctx.db
		.selectFrom('bulk_jobs')
		.select('id')
		.where('action', '=', 'add-learners')
		.where(sql<string>`options ->> 'import'`, '=', read.file.id)
		.where('started_at', 'is not', null)
		.orderBy('created_at', 'desc')
		.orderBy('id', 'desc')
		.limit(1)
		.executeTakeFirst()
	const { added } = await request.ctx.db
		.selectFrom('bulk_rows')
		.select((eb) => eb.fn.countAll<string>().as('added'))
		.where('job_id', '=', job?.id ?? null)
		.where('outcome', '=', 'done')
		.executeTakeFirstOrThrow()
	return { ...read, gifts: presentComplimentaryItems(request), jobId: job?.id ?? null, added: Number(added) }
}
