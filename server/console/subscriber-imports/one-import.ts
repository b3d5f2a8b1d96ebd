import { html } from 'hono/html'

import { CSV_START, csvLine } from '#domain/csv/csv-cell.ts'
import { readQuery } from '#server/console/shell/look-up.ts'
import { showPage } from '#server/console/shell/page.ts'
import { facts, form, older, table, when } from '#server/console/shell/pieces.ts'
import { places } from '#server/console/shell/places.ts'
import { recordAction } from '#server/console/shell/record-action.ts'
import type { Work } from '#server/console/shell/work.ts'
import type { Db } from '#server/db/database.ts'
import { inTransaction } from '#server/db/in-transaction.ts'
import { isUuid } from '#server/db/uuid.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { applyImport } from '#server/services/people/subscriber-import/apply-import.ts'
import { type Verdict, VERDICTS } from '#server/services/people/subscriber-import/check-row.ts'

const PAGE_SIZE = 50
const BATCH = 5000

const MEANS: Readonly<Record<Verdict, string>> = {
	proof: 'has a proof: becomes a subscriber if you sign for it',
	invite: 'is asked by mail',
	no_address: 'left out: no address',
	twice: 'left out: stands further up',
	known: 'left out: has asked already',
	ended: 'left out: has ended the newsletter',
	suppressed: 'left out: gets no mail',
}

async function readImport({ c, ctx: { db } }: Work) {
	const id = c.req.param('import') ?? ''
	const row = isUuid(id) ? await db.selectFrom('subscriber_imports').selectAll().where('id', '=', id).executeTakeFirst() : undefined
	if (!row) throw new ServiceError('not-found', 'import_not_found', 'There is no such file. Files are deleted after a week.')
	return row
}

async function countVerdicts(db: Db, id: string): Promise<Readonly<Record<string, number>>> {
	const rows = await db
		.selectFrom('subscriber_import_rows')
		.select('verdict')
		.select((eb) => eb.fn.countAll<string>().as('count'))
		.where('import_id', '=', id)
		.groupBy('verdict')
		.execute()
	return Object.fromEntries(rows.map(({ verdict, count }) => [verdict, Number(count)]))
}

const readRows = (db: Db, id: string, { after, limit, verdict }: { after: number; limit: number; verdict?: Verdict | undefined }) =>
	db
		.selectFrom('subscriber_import_rows')
		.select(['line', 'typed', 'verdict', 'note'])
		.where('import_id', '=', id)
		.where('line', '>', after)
		.$if(verdict !== undefined, (query) => query.where('verdict', '=', verdict as Verdict))
		.orderBy('line')
		.limit(limit)
		.execute()

type Applicable = { id: string; counts: Readonly<Record<string, number>>; reason: string }

const applyForms = (work: Work, { id, counts, reason }: Applicable) => {
	const { proof = 0, invite = 0 } = counts
	const reasonField = {
		name: 'reason',
		label: 'Where the file comes from',
		hint: 'For the record, without names.',
		maxLength: 300,
		value: reason,
	}
	return html`${
		proof > 0
			? html`<h2>Sign for the proofs</h2>
					${form(work, {
						action: `${places.imports}/${id}/apply`,
						label: `Take ${proof} as subscribers, ask ${invite}`,
						fields: [{ ...reasonField, label: 'How you know that the proofs are genuine' }],
						hidden: { signs: 'yes' },
						isGuarded: true,
						note: 'With this you sign that these people asked for articles and letters, when and where the file says. All rows are taken together, or none.',
					})}`
			: ''
	}
	${
		proof + invite > 0
			? html`<h2>Ask everybody</h2>
					${form(work, {
						action: `${places.imports}/${id}/apply`,
						label: `Ask ${proof + invite} by mail`,
						fields: [reasonField],
						hidden: { signs: 'no' },
						isGuarded: true,
						note: 'Each is asked once, as many an hour as the settings allow. Who does not answer within a week is deleted.',
						tone: proof > 0 ? 'quiet' : 'main',
					})}`
			: html`<p class="empty">No row of it can be taken.</p>`
	}
	${form(work, { action: `${places.imports}/${id}/delete`, label: 'Delete this file', tone: 'danger' })}`
}

/** What would become of each row of a file, or became of it. */
export async function showImport(work: Work, { problem, reason = '' }: { problem?: string; reason?: string } = {}) {
	const { ctx, c } = work
	const row = await readImport(work)
	const counts = await countVerdicts(ctx.db, row.id)
	const verdict = VERDICTS.find((each) => each === c.req.query('show'))
	const after = Number(c.req.query('after') ?? 0)
	const rows = await readRows(ctx.db, row.id, {
		after: Number.isInteger(after) && after >= 0 && after < 2 ** 31 ? after : 0,
		limit: PAGE_SIZE,
		verdict,
	})
	const last = rows.length === PAGE_SIZE ? rows.at(-1) : undefined
	const content = html`<p><a href="${places.imports}">Import subscribers</a></p>
		${problem === undefined ? '' : html`<p class="problem" role="alert">${problem}</p>`}
		${facts([
			['Read', when(row.created_at)],
			['Encoding', row.encoding],
			['Taken', when(row.applied_at)],
		])}
		${table({
			caption: 'What becomes of the rows',
			head: ['Rows', 'Each of them'],
			rows: VERDICTS.filter((each) => counts[each]).map((each) => [
				counts[each] ?? 0,
				html`<a href="${places.imports}/${row.id}?show=${each}">${MEANS[each]}</a>`,
			]),
			empty: 'There are no rows.',
		})}
		${row.applied_at === null ? applyForms(work, { id: row.id, counts, reason }) : ''}
		<h2>Row by row</h2>
		<p><a class="more" href="${places.imports}/${row.id}/report.csv">All rows as CSV</a></p>
		${table({
			caption: 'Rows',
			head: ['Line', 'Address', 'What becomes of it'],
			rows: rows.map((each) => [each.line, each.typed || '–', html`${MEANS[each.verdict]} <small>${each.note ?? ''}</small>`]),
			empty: 'There are none.',
		})}
		${older(last ? `${places.imports}/${row.id}?${new URLSearchParams({ show: verdict ?? '', after: String(last.line) }).toString()}` : null)}`
	return showPage(work, { title: row.file_name || 'A file', content, ...(problem !== undefined && { status: 422 }) })
}

/** The same as a file, for whoever mends the rows that were left out. */
export async function sendReport(work: Work) {
	const { c, ctx } = work
	const { id } = await readImport(work)
	const encoder = new TextEncoder()
	let after = 0
	const body = new ReadableStream<Uint8Array>(
		{
			start: (controller) => controller.enqueue(encoder.encode(CSV_START + csvLine(['line', 'address', 'what becomes of it', 'note']))),
			async pull(controller) {
				const rows = await readRows(ctx.db, id, { after, limit: BATCH })
				const lines = rows.map((row) => csvLine([row.line, row.typed, MEANS[row.verdict], row.note ?? '']))
				if (rows.length > 0) controller.enqueue(encoder.encode(lines.join('')))
				after = rows.at(-1)?.line ?? after
				if (rows.length < BATCH) controller.close()
			},
		},
		{ highWaterMark: 1 },
	)
	c.header('Content-Type', 'text/csv; charset=utf-8')
	c.header('Content-Disposition', 'attachment; filename="report.csv"')
	return c.body(body)
}

export async function apply(work: Work, { reason = '', signs = '' }: Readonly<Record<string, string>>) {
	const { id } = await readImport(work)
	const why = readQuery(reason)
	if (why === '') return showImport(work, { problem: 'Please say where it is from. Nothing was changed.', reason })
	await inTransaction(work.ctx.db, async (tx) => {
		const applied = await applyImport(work.ctx, tx, { id, signsProofs: signs === 'yes' })
		await recordAction(work, tx, {
			action: 'import_applied',
			object: { kind: 'subscription', id },
			reason: why,
			after: { ...applied, signed: signs === 'yes' },
		})
	})
	return work.c.redirect(`${places.imports}/${id}?said=import-applied`, 303)
}

export async function drop(work: Work) {
	const { id, applied_at: appliedAt } = await readImport(work)
	if (appliedAt !== null) throw new ServiceError('conflict', 'import_gone', 'Its rows were taken. It is deleted a week after it was read.')
	await work.ctx.db.deleteFrom('subscriber_imports').where('id', '=', id).where('applied_at', 'is', null).execute()
	await recordAction(work, work.ctx.db, { action: 'import_deleted', object: { kind: 'subscription', id } })
	return work.c.redirect(`${places.imports}?said=import-dropped`, 303)
}
