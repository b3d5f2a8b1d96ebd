import { html } from 'hono/html'

import { showPage } from '#server/console/shell/page.ts'
import { badge, form, older, table, when } from '#server/console/shell/pieces.ts'
import { places } from '#server/console/shell/places.ts'
import { recordAction } from '#server/console/shell/record-action.ts'
import type { Work } from '#server/console/shell/work.ts'
import { ServiceError } from '#server/kernel/errors.ts'

import { fileAddress, requireFile } from './files.ts'
import { shortLines, showDiff } from './line-diff.ts'
import { beginPreview } from './site-preview.ts'
import { HISTORY_SIZE, listHistory, readVersion, readVersions, saveDraft, textOf } from './versions.ts'

const ID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/

/** The versions of a file: `?path=`. */
export async function showHistory(work: Work) {
	const { db } = work.ctx
	const file = requireFile(work.c.req.query('path'))
	const asked = work.c.req.query('before') ?? ''
	const rows = await listHistory(db, file.path, ID.test(asked) ? asked : null)
	const ids = [...new Set(rows.flatMap(({ author_id: id }) => id ?? []))]
	const people = ids.length === 0 ? [] : await db.selectFrom('auth.users').select(['id', 'email']).where('id', 'in', ids).execute()
	const nameOf = (id: string | null) => people.find((person) => person.id === id)?.email ?? 'a deleted account'
	const last = rows.length === HISTORY_SIZE ? rows.at(-1) : undefined
	const content = html`<p><a href="${fileAddress(file.path)}">Back to the editor</a></p>
		${table({
			caption: 'Versions',
			head: ['Saved', 'By', 'State', 'What it changed'],
			rows: rows.map((row, index) => [
				when(row.created_at),
				nameOf(row.author_id),
				row.published_at
					? html`${badge('published', 'good')} ${when(row.published_at)}`
					: badge(index === 0 && asked === '' ? 'draft' : 'never published'),
				html`<a href="${places.contentVersions}/${row.id}">${row.body === null ? 'back to the origin' : 'look'}</a>`,
			]),
			empty: 'Nobody has edited this file yet.',
		})}
		${older(last ? `${fileAddress(file.path, places.contentHistory)}&before=${last.id}` : null)}`
	return showPage(work, { title: `History of ${file.title}`, content })
}

async function requireVersion(work: Work) {
	const id = work.c.req.param('version') ?? ''
	const version = ID.test(id) ? await readVersion(work.ctx.db, id) : undefined
	if (!version) throw new ServiceError('not-found', 'content_not_found', 'There is no such version.')
	return { version, file: requireFile(version.path) }
}

export async function showVersion(work: Work) {
	const { version, file } = await requireVersion(work)
	const [before = null] = await listHistory(work.ctx.db, file.path, version.id)
	const { newest } = await readVersions(work.ctx.db, file.path)
	const isNewest = newest?.id === version.id
	const content = html`<p>
			<a href="${fileAddress(file.path, places.contentHistory)}">History of ${file.title}</a> · ${when(version.created_at)}
		</p>
		<h2>What it changed</h2>
		${showDiff(before?.body ?? version.origin, textOf(version, file), 'From the version before to this one')}
		${
			isNewest
				? html`<p>This is the newest version.</p>`
				: html`<h2>What taking it again would change</h2>
						${showDiff(textOf(newest, file), textOf(version, file), 'From the newest version to this one')}
						${form(work, {
							action: `${places.contentVersions}/${version.id}`,
							label: 'Restore this version',
							hidden: { base: newest?.id ?? '' },
							note: 'It becomes the newest draft; the other versions stay in the history.',
						})}`
		}
		<details>
			<summary>The whole text</summary>
			<pre>${shortLines(textOf(version, file))}</pre>
		</details>`
	return showPage(work, { title: `A version of ${file.title}`, content })
}

/** An older version, or the origin, as a new draft. */
export async function restoreVersion(work: Work, { base = '' }: Readonly<Record<string, string>>) {
	const { version, file } = await requireVersion(work)
	return restore(work, { file, text: textOf(version, file), base, from: version.id })
}

export const restoreOrigin = (work: Work, { path: place, base = '' }: Readonly<Record<string, string>>) => {
	const file = requireFile(place)
	return restore(work, { file, text: file.origin, base, from: 'origin' })
}

type Restoring = { file: ReturnType<typeof requireFile>; text: string; base: string; from: string }

async function restore(work: Work, { file, text, base, from }: Restoring) {
	const outcome = await saveDraft(work.ctx, { file, text, authorId: work.by.userId }, base)
	if ('theirs' in outcome)
		throw new ServiceError('conflict', 'content_changed', 'Somebody saved another version meanwhile. Look at it first, then do this again.')
	if (outcome.saved) {
		work.afterCommit(() => beginPreview(work.outside))
		await recordAction(work, work.ctx.db, {
			action: 'content_restored',
			object: { kind: 'content', id: file.path },
			before: { version: base },
			after: { version: outcome.saved.id, from },
		})
	}
	return work.c.redirect(`${fileAddress(file.path)}&said=${outcome.saved ? 'content-restored' : 'content-unchanged'}`, 303)
}
