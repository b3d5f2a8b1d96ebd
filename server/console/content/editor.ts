import { html } from 'hono/html'
import path from 'node:path'

import { checkFile, findSchema, isJson } from '#content/check-file.ts'
import { findOpen } from '#content/find-open.ts'
import type { Content } from '#content/load-content.server.ts'
import { printJson } from '#content/print-json.ts'
import { HEADING_FONT_FILE } from '#content/schema/heading-font.ts'
import { type Html, showPage } from '#server/console/shell/page.ts'
import { badge, form, when } from '#server/console/shell/pieces.ts'
import { places } from '#server/console/shell/places.ts'
import { recordAction } from '#server/console/shell/record-action.ts'
import type { Work } from '#server/console/shell/work.ts'

import { articleFile, type ContentFile, fileAddress, requireFile } from './files.ts'
import { fontFields, readFontUpload } from './heading-font-page.ts'
import { type Faults, field, readForm } from './json-form.ts'
import { below, type Json, rearrange, shapeOf } from './json-schema.ts'
import { shortLines, showDiff } from './line-diff.ts'
import { parseAmounts, printAmounts } from './money-fields.ts'
import { presentParts } from './parts-of-course.ts'
import { beginPreview } from './site-preview.ts'
import { isOriginNew, readVersions, saveDraft, textOf, type Version } from './versions.ts'

const MOST_LETTERS = 200_000
/** A letter of most languages takes nine bytes in a form. */
export const LONGEST_FORM = 2 * 1024 * 1024

type Editing = {
	file: ContentFile
	/** What stands in the form, saved or not. */
	text: string
	/** The version that it is written over. */
	base: string
	isText: boolean
	notice?: Html | string
	/** Why a file that was given cannot be used. */
	problem?: string
	status?: 200 | 409 | 422
}

/** What is wrong with a value, by the place of its field, such as `/offers/0/code`. */
export function faultsOf(file: string, value: Json): Faults {
	const faults = new Map<string, string[]>()
	const parsed = findSchema(file)?.safeParse(value)
	for (const { path, message } of parsed?.error?.issues ?? []) {
		const place = path.reduce<string>((at, key) => below(at, String(key)), '')
		faults.set(place, [...(faults.get(place) ?? []), message])
	}
	return faults
}

const showFaults = (content: Content, file: string, text: string): Html | string => {
	const faults = checkFile(file, content.fillFile(file, text))
	const lines = text.split('\n')
	if (faults.length === 0) return ''
	return html`<div class="problem" role="alert">
		<p>${faults.length === 1 ? 'One thing has' : `${faults.length} things have`} to be mended before this can be published.</p>
		<ul>
			${faults
				.slice(0, 30)
				.map(
					({ line, message }) => html`<li>Line ${line}: ${message}<br /><code>${(lines[line - 1] ?? '').trim().slice(0, 120)}</code></li>`,
				)}
		</ul>
	</div>`
}

const LANGUAGES: Record<string, string> = {
	'.md': 'Text, in Markdown',
	'.json': 'Text, in JSON',
	'.svg':
		'Drawing, in SVG: a square viewBox and shapes alone, best in colors such as var(--accent) and var(--ink), which follow day and night',
}

function fields({ file, text, isText }: Editing): Html {
	if (isText)
		return html`<div class="field wide">
			<label for="text">${LANGUAGES[path.extname(file.path)] ?? 'Text'}</label>
			<textarea id="text" name="text" class="code" rows="30" spellcheck="true">${text}</textarea>
		</div>`
	const value = JSON.parse(text) as Json
	const shape = shapeOf(file.path)
	return field({ path: '', label: file.title, shape, value: printAmounts(shape, value), faults: faultsOf(file.path, value) })
}

async function show(work: Work, editing: Editing) {
	const { file, text, isText, notice = '', status = 200 } = editing
	const { newest, live } = await readVersions(work.ctx.db, file.path)
	const state = newest === null ? 'as it came' : newest.published_at ? (newest.body === null ? 'as it came' : 'edited') : 'draft'
	const asText = `${fileAddress(file.path)}&as=text`
	const content = html`${notice} ${showFaults(work.ctx.content, file.path, text)}
		<p>
			${badge(state, state === 'draft' ? 'warn' : 'calm')}
			<code>${file.path}</code> ${newest ? html` · saved ${when(newest.created_at)}` : ''} ·
			<a href="${fileAddress(file.path, places.contentHistory)}">History</a>
			${/^(?:course|tracks|articles|legal)\/.*\.md$/.test(file.path) ? html` · <a href="${fileAddress(file.path, places.contentPreview)}">Preview</a>` : ''}
			${state === 'draft' ? html` · <a href="${places.contentSite}">See it on its pages</a>` : ''}
			${file.path.endsWith('.json') && !isFont(editing) ? html` · <a href="${isText ? fileAddress(file.path) : asText}">${isText ? 'Edit as a form' : 'Edit as text'}</a>` : ''}
		</p>
		${isFont(editing) ? fontFields(work, editing) : textForm(work, editing)} ${presentParts(file.path, text)}
		${presentDifferences({ file, newest, live })} ${newest?.body == null ? '' : backToOrigin(work, newest)}`
	return showPage(work, { title: file.title, content, status })
}

/** It is given as a file alone: whatever else somebody sends would be unpacked by the server itself. */
const isFont = ({ file }: Pick<Editing, 'file'>) => file.path === HEADING_FONT_FILE

const textForm = (work: Work, editing: Editing) =>
	html`<form method="post" action="${places.contentFile}" class="edit">
		<input type="hidden" name="form_token" value="${work.by.formToken}" />
		<input type="hidden" name="path" value="${editing.file.path}" />
		<input type="hidden" name="base" value="${editing.base}" />
		<input type="hidden" name="as" value="${editing.isText ? 'text' : 'form'}" />
		<p><button class="main" name="do" value="save">Save the draft</button></p>
		${fields(editing)}
		<p><button class="main" name="do" value="save">Save the draft</button></p>
	</form>`

const backToOrigin = (work: Work, { path, id }: Version) =>
	form(work, {
		action: places.contentOrigin,
		label: 'Restore the original text',
		hidden: { path, base: id },
		note: 'It becomes the newest draft; yours stays in the history.',
		tone: 'quiet',
	})

function presentDifferences({ file, newest, live }: { file: ContentFile; newest: Version | null; live: Version | null }): Html | string {
	if (!newest) return ''
	const isDraft = newest.published_at === null
	return html`${
			isDraft
				? html`<h2>What publishing would change</h2>
						${showDiff(textOf(live, file), textOf(newest, file), 'From what is public to this draft')}
						<p><a class="button" href="${places.contentPublish}">Look at everything that waits</a></p>`
				: ''
		}
		<h2>What differs from the file that the site comes with</h2>
		${showDiff(file.origin, textOf(newest, file), 'From the origin to the newest version')}
		${
			isOriginNew(newest, file)
				? html`<h2>What an upgrade changed in that file since</h2>
						<p>Your version was written over an older one. It stays as it is; take over by hand what you want of these lines.</p>
						${showDiff(newest.origin, file.origin, 'From the older origin to the newer one')}`
				: ''
		}`
}

/** The editor of one file: `?path=`, or `?article=` with the address or title of a new one; and `?as=text` for a JSON file as text. */
export async function showFile(work: Work) {
	const { path: known, article } = work.c.req.query()
	const file = requireFile(article === undefined ? known : articleFile(article))
	const { newest } = await readVersions(work.ctx.db, file.path)
	const text = textOf(newest, file)
	const isText = work.c.req.query('as') === 'text' || !file.path.endsWith('.json') || !isJson(text)
	return show(work, { file, text, base: newest?.id ?? '', isText })
}

/** A text as files have it: lines end in one way, and the last one ends. */
const toText = (typed: string) => `${typed.replaceAll('\r\n', '\n').replaceAll('\0', '').trimEnd()}\n`

function readTyped(file: ContentFile, typed: Readonly<Record<string, string>>): { text: string; isText: boolean } {
	if (typed.as === 'text') return { text: toText(typed.text ?? ''), isText: true }
	const open = findOpen(file.origin)
	// `do` and the hidden fields have no path, so they are no values.
	const shape = shapeOf(file.path)
	const value = rearrange(shape, parseAmounts(shape, readForm(typed)), typed.do ?? '')
	return { text: printJson(value, (place) => open.has(place)), isText: false }
}

async function presentConflict(work: Work, editing: Editing, theirs: Version) {
	const author = theirs.author_id === work.by.userId ? 'You, in another window,' : 'Somebody'
	const notice = html`<div class="problem" role="alert">
		<p>
			${author} saved another version ${when(theirs.created_at)}, so yours was not saved. Nothing is lost: yours stands in the form, and
			this is how it differs from the other. Take over what you need, then save: yours becomes the newest, and the other stays in the
			history.
		</p>
		${showDiff(textOf(theirs, editing.file), editing.text, 'From the other version to yours')}
		<details>
			<summary>The other version whole</summary>
			<pre>${shortLines(textOf(theirs, editing.file))}</pre>
		</details>
	</div>`
	return show(work, { ...editing, base: theirs.id, notice, status: 409 })
}

export async function saveFile(work: Work, typed: Readonly<Record<string, string>>) {
	const file = requireFile(typed.path)
	const base = /^[\da-f-]{36}$/.test(typed.base ?? '') ? (typed.base ?? '') : ''
	const given = isFont({ file }) ? await readFontUpload(work) : null
	if (given && 'problem' in given) {
		const { newest } = await readVersions(work.ctx.db, file.path)
		return show(work, { file, base, text: textOf(newest, file), isText: false, problem: given.problem, status: 422 })
	}
	const editing: Editing = { file, base, ...(given ? { text: given.text, isText: false } : readTyped(file, typed)) }
	if (editing.text.length > MOST_LETTERS)
		return show(work, {
			...editing,
			notice: html`<p class="problem" role="alert">This is longer than a file may be; it was not saved.</p>`,
			status: 422,
		})
	if ((typed.do ?? 'save') !== 'save')
		return show(work, { ...editing, notice: html`<p class="notice" role="status">Changed in the form, not saved yet.</p>` })

	const outcome = await saveDraft(work.ctx, { file, text: editing.text, authorId: work.by.userId }, base)
	if ('theirs' in outcome) return presentConflict(work, editing, outcome.theirs)
	if (outcome.saved) {
		work.afterCommit(() => beginPreview(work.outside))
		await recordAction(work, work.ctx.db, {
			action: 'content_saved',
			object: { kind: 'content', id: file.path },
			before: { version: base || 'origin' },
			after: { version: outcome.saved.id },
		})
	}
	const as = editing.isText && file.path.endsWith('.json') ? '&as=text' : ''
	return work.c.redirect(`${fileAddress(file.path)}${as}&said=${outcome.saved ? 'content-saved' : 'content-unchanged'}`, 303)
}
