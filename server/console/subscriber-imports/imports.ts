import { html } from 'hono/html'

import { readPlace, toPlaceOf } from '#server/console/shell/look-up.ts'
import { showPage } from '#server/console/shell/page.ts'
import { badge, older, table, when } from '#server/console/shell/pieces.ts'
import { places } from '#server/console/shell/places.ts'
import { recordAction } from '#server/console/shell/record-action.ts'
import { action, guardedAction, page, upload } from '#server/console/shell/route.ts'
import type { Work } from '#server/console/shell/work.ts'
import { ServiceError } from '#server/kernel/errors.ts'
import { checkImport, MOST_ROWS } from '#server/services/people/subscriber-import/check-import.ts'
import { exampleDay } from '#server/services/people/subscriber-import/check-row.ts'

import { apply, drop, sendReport, showImport } from './one-import.ts'

const PAGE_SIZE = 50
const FILE_BYTES = 16 * 1024 * 1024

const listColumns = (now: Date) => [
	['email', 'the address; the only one that is needed'],
	['first name', ''],
	['asked', `when they asked for the newsletter: ${exampleDay(now)}, or with a time and its zone; at most two years ago`],
	['where', 'the page, shop or event where they asked'],
	['words', 'what they read when they asked'],
]

const chooseFile = ({ by }: Work) =>
	html`<form method="post" action="${places.imports}" enctype="multipart/form-data" class="act">
		<input type="hidden" name="form_token" value="${by.formToken}" />
		<div class="field">
			<label for="import-file">CSV file</label>
			<input id="import-file" name="file" type="file" accept=".csv,text/csv,text/plain" required aria-describedby="import-file-hint" />
			<small id="import-file-hint">
				UTF-8, UTF-16 or Windows-1252; commas or semicolons; ${MOST_ROWS.toLocaleString('en-US')} rows and 16 MB at most.
			</small>
		</div>
		<p class="note">It is only looked at: the next page says what would become of each row.</p>
		<button class="main">Check the file</button>
	</form>`

async function showImports(work: Work, problem?: string) {
	const place = readPlace(work.c.req.query('before'))
	let query = work.ctx.db.selectFrom('subscriber_imports').select(['id', 'file_name', 'created_at', 'applied_at'])
	if (place !== null) query = query.where((eb) => eb(eb.refTuple('created_at', 'id'), '<', eb.tuple(place.at, place.id)))
	const rows = await query.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(PAGE_SIZE).execute()
	const last = rows.length === PAGE_SIZE ? rows.at(-1) : undefined
	const content = html`<p><a href="${places.subscribers}">Subscribers</a></p>
		${problem === undefined ? '' : html`<p class="problem" role="alert">${problem}</p>`} ${chooseFile(work)}
		<h2>Columns</h2>
		<p>
			The first row names them. Nobody gets the newsletter without proof of consent: people whose proof is missing or incomplete are first
			asked by email, and subscribe themselves.
		</p>
		${table({ caption: 'Columns', head: ['Name', 'Holds'], rows: listColumns(work.ctx.now()).map(([name = '', what = '']) => [html`<code>${name}</code>`, what]), empty: '' })}
		<h2>Files</h2>
		${table({
			caption: 'Files',
			head: ['File', 'Read', 'State'],
			rows: rows.map((row) => [
				html`<a href="${places.imports}/${row.id}">${row.file_name || 'without a name'}</a>`,
				when(row.created_at),
				row.applied_at === null ? badge('looked at') : badge('taken', 'good'),
			]),
			empty: 'No file was read in the last week.',
		})}
		${older(last ? `${places.imports}?before=${encodeURIComponent(toPlaceOf(last))}` : null)}`
	return showPage(work, { title: 'Import subscribers', content, ...(problem !== undefined && { status: 422 }) })
}

async function readFile(work: Work) {
	const { file } = await work.c.req.parseBody()
	if (!(file instanceof File) || file.size === 0) return showImports(work, 'Please choose a file that is not empty.')
	try {
		const id = await checkImport(work.ctx, {
			fileName: file.name,
			bytes: new Uint8Array(await file.arrayBuffer()),
			userId: work.by.userId,
		})
		await recordAction(work, work.ctx.db, { action: 'import_checked', object: { kind: 'subscription', id } })
		return work.c.redirect(`${places.imports}/${id}`, 303)
	} catch (error) {
		if (!(error instanceof ServiceError)) throw error
		return showImports(work, `${error.message} Nothing was kept of it.`)
	}
}

/** Subscribers from a file: looked at row by row, then taken together. */
export const importRoutes = [
	page(places.imports, 'operator', (work) => showImports(work)),
	upload(places.imports, FILE_BYTES, readFile),
	page(`${places.imports}/:import`, 'operator', (work) => showImport(work)),
	page(`${places.imports}/:import/report.csv`, 'operator', sendReport),
	guardedAction(`${places.imports}/:import/apply`, apply),
	action(`${places.imports}/:import/delete`, 'operator', drop),
]
