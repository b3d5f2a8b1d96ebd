import { html } from 'hono/html'

import { CONSOLE_ZONE } from './console-zone.ts'
import type { Html } from './page.ts'
import type { Work } from './work.ts'

const clock = new Intl.DateTimeFormat('en-US', {
	timeZone: CONSOLE_ZONE,
	year: 'numeric',
	month: 'short',
	day: 'numeric',
	hour: 'numeric',
	minute: '2-digit',
	timeZoneName: 'short',
})

const DAY_MS = 86_400_000
const UNITS = [
	[DAY_MS, 'd'],
	[3_600_000, 'h'],
	[60_000, 'min'],
] as const

/** `in 3 h`, `2 d ago`, `now`. */
export function toDistance(time: Date, now: Date): string {
	const ms = time.getTime() - now.getTime()
	const [size, unit] = UNITS.find(([length]) => Math.abs(ms) >= length) ?? [1, '']
	if (unit === '') return 'now'
	const count = `${Math.floor(Math.abs(ms) / size)} ${unit}`
	return ms < 0 ? `${count} ago` : `in ${count}`
}

/** A time in the zone of the settings, which it names. */
export const when = (time: Date | null): Html | string =>
	time === null ? '–' : html`<time datetime="${time.toISOString()}">${clock.format(time)}</time>`

export const badge = (word: string, tone: 'calm' | 'good' | 'bad' | 'warn' = 'calm'): Html =>
	html`<span class="badge" data-tone="${tone}">${word.replaceAll('_', ' ')}</span>`

type Cell = Html | string | number
type Table = { caption: string; head: readonly string[]; rows: readonly (readonly Cell[])[]; empty: string }

const FIGURE = /^(?:–|-?\p{Sc}?[\d.,]+(?: ?[A-Z]{3}|%)?)$/u

const isFigure = (cell: Cell | undefined) => typeof cell === 'number' || (typeof cell === 'string' && FIGURE.test(cell))

/** Counts get their thousands apart, as amounts have them. */
const sayCell = (cell: Cell) => (typeof cell === 'number' ? cell.toLocaleString('en-US') : cell)

/** A table; on a phone each row becomes a card with the column's name beside each value. */
export function table({ caption, head, rows, empty }: Table): Html {
	if (rows.length === 0) return html`<p class="empty">${empty}</p>`
	const aligned = head.map((_, column) => (rows.every((row) => isFigure(row[column])) ? html` class="number"` : ''))
	return html`<div class="scroll">
		<table>
			<caption class="unseen">
				${caption}
			</caption>
			<thead>
				<tr>
					${head.map((name, column) => html`<th scope="col" ${aligned[column] ?? ''}>${name}</th>`)}
				</tr>
			</thead>
			<tbody>
				${rows.map(
					(row) =>
						html`<tr>
							${row.map(
								(cell, column) => html`<td data-label="${head[column] ?? ''}" ${aligned[column] ?? ''}><div>${sayCell(cell)}</div></td>`,
							)}
						</tr>`,
				)}
			</tbody>
		</table>
	</div>`
}

/** Names and values of one object. */
export const facts = (pairs: readonly (readonly [name: string, value: Cell])[]): Html =>
	html`<dl class="facts">
		${pairs.map(
			([name, value]) =>
				html`<div>
					<dt>${name}</dt>
					<dd>${value}</dd>
				</div>`,
		)}
	</dl>`

type Field = {
	name: string
	label: string
	hint?: string
	value?: string
	type?: 'text' | 'textarea' | 'email' | 'number' | 'date'
	/** One of these is chosen. */
	options?: Choice['options']
	isRequired?: boolean
	maxLength?: number
}

const listOptions = (options: Choice['options'], chosen: string | null): Html =>
	html`${options.map(([value, said]) => html`<option value="${value}" ${value === chosen ? html`selected` : ''}>${said}</option>`)}`

const field = ({ name, label, hint, value = '', type = 'text', options, isRequired = true, maxLength = 2000 }: Field, id: string): Html => {
	const described = hint === undefined ? '' : html`aria-describedby="${id}-hint"`
	const needed = isRequired ? html`required` : ''
	const input = options
		? html`<select id="${id}" name="${name}" ${needed} ${described}>
				${listOptions(options, value)}
			</select>`
		: type === 'textarea'
			? html`<textarea id="${id}" name="${name}" rows="6" maxlength="${maxLength}" ${needed} ${described}>${value}</textarea>`
			: html`<input id="${id}" name="${name}" type="${type}" value="${value}" maxlength="${maxLength}" ${needed} ${described} />`
	return html`<div class="field">
		<label for="${id}">${label}</label>${input}${hint === undefined ? '' : html`<small id="${id}-hint">${hint}</small>`}
	</div>`
}

type Choice = {
	id: string
	name: string
	label: string
	options: readonly (readonly [value: string, said: string])[]
	chosen: string | null
}

/** One of several in the form above a list, or any. */
export const choice = ({ id, name, label, options, chosen }: Choice): Html =>
	html`<div class="field">
		<label for="${id}">${label}</label>
		<select id="${id}" name="${name}">
			<option value="">any</option>
			${listOptions(options, chosen)}
		</select>
	</div>`

type Form = {
	action: string
	label: string
	fields?: readonly Field[]
	/** Above the fields: a list from which something is chosen. */
	content?: Html
	/** Sent along unseen. */
	hidden?: Readonly<Record<string, string>>
	/** Asks for a code of the second factor, unless it was just shown. */
	isGuarded?: boolean
	/** What is done cannot be undone, or how it can be. */
	note?: string
	tone?: 'main' | 'quiet' | 'danger'
}

/** A form of the console with the token that proves it ours. */
export function form(
	{ by }: Work,
	{ action, label, fields = [], content, hidden = {}, isGuarded = false, note, tone = 'main' }: Form,
): Html {
	// One page may have the same form for two things of one person.
	const id = `${action} ${hidden.kind ?? ''}`.trim().replaceAll(/[^a-z0-9]+/gi, '-')
	const code: Field = { name: 'code', label: 'Code of your authenticator app', hint: 'Six digits, or a recovery code.', maxLength: 40 }
	const asked = isGuarded && !by.isProven ? [...fields, code] : fields
	return html`<form method="post" action="${action}" class="act">
		<input type="hidden" name="form_token" value="${by.formToken}" />
		${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)} ${content ?? ''}
		${asked.map((each) => field(each, `${id}-${each.name}`))} ${note === undefined ? '' : html`<p class="note">${note}</p>`}
		<button class="${tone}">${label}</button>
	</form>`
}

/** Leads to the next page of a list that is read by key, never by number. */
export const older = (href: string | null): Html | string => (href === null ? '' : html`<p><a class="more" href="${href}">Older</a></p>`)

/** What is seldom done stays folded, with its name on it. */
export const folded = (label: string, content: Html): Html =>
	html`<details>
		<summary>${label}</summary>
		${content}
	</details>`
