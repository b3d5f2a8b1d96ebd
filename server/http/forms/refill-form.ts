import { escapeHtml } from './escape-html.ts'

export type Refill = {
	/** Address the form posts to, as in its `action`. */
	action: string
	/** What was typed, by the field's name. */
	values: Readonly<Record<string, string>>
	/** First message per wrong field. */
	problems: Readonly<Record<string, string>>
	title: string
	text: string
}

const attributeOf = (tag: string, name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1]
const dropAttribute = (tag: string, name: string) => tag.replace(new RegExp(`\\s${name}="[^"]*"`), '')
/** @param attributes text that starts with a space */
const addAttributes = (tag: string, attributes: string) => tag.replace(/\s*(\/?)>$/, (_, slash: string) => `${attributes}${slash}>`)

const KEEPS_NOTHING = new Set(['file', 'hidden', 'password', 'submit', 'button'])

function refillInput(tag: string, value: string | undefined): string {
	const type = attributeOf(tag, 'type') ?? 'text'
	if (value === undefined || KEEPS_NOTHING.has(type)) return tag
	if (type === 'radio' || type === 'checkbox') {
		const bare = dropAttribute(tag, 'checked')
		return (attributeOf(tag, 'value') ?? 'on') === escapeHtml(value) ? addAttributes(bare, ' checked=""') : bare
	}
	return addAttributes(dropAttribute(tag, 'value'), ` value="${escapeHtml(value)}"`)
}

const refillOptions = (select: string, value: string) =>
	select.replaceAll(/<option\b[^>]*>/g, (option) => {
		const bare = dropAttribute(option, 'selected')
		return attributeOf(option, 'value') === escapeHtml(value) ? addAttributes(bare, ' selected=""') : bare
	})

/** Sets one control's text and puts its error right below it. The first wrong one gets the focus. */
function refillControl(control: string, refill: Refill, first: string | undefined): string {
	const name = attributeOf(control, 'name')
	if (name === undefined) return control
	const value = refill.values[name]
	let filled = control
	if (control.startsWith('<input')) filled = refillInput(control, value)
	else if (value !== undefined && control.startsWith('<textarea'))
		// HTML ignores a line break right after the tag.
		filled = control.replace(/(<textarea\b[^>]*>)[\s\S]*$/, (_, tag: string) => `${tag}\n${escapeHtml(value)}</textarea>`)
	else if (value !== undefined) filled = refillOptions(control, value)

	const problem = refill.problems[name]
	if (problem === undefined || attributeOf(control, 'type') === 'hidden') return filled
	const described = [`${name}-problem`, attributeOf(control, 'aria-describedby')].filter(Boolean).join(' ')
	const marks = ` aria-invalid="true" aria-describedby="${described}"${name === first ? ' autofocus=""' : ''}`
	const tag = /^<[^>]*>/.exec(filled)?.[0] ?? ''
	return `${addAttributes(dropAttribute(tag, 'aria-describedby'), marks)}${filled.slice(tag.length)}<p id="${name}-problem" class="font-semibold text-danger-ink">${escapeHtml(problem)}</p>`
}

const CONTROLS = /<input\b[^>]*>|<textarea\b[^>]*>[\s\S]*?<\/textarea>|<select\b[^>]*>[\s\S]*?<\/select>/g

function findForm(html: string, { action, problems }: Refill): { start: number; end: number } | null {
	const forms = [...html.matchAll(/<form\b[^>]*>[\s\S]*?<\/form>/g)].filter(([form]) => attributeOf(form, 'action') === action)
	// A page may hold the same form twice; the one with the wrong field is the one that was sent.
	const match = forms.find(([form]) => Object.keys(problems).every((name) => form.includes(`name="${name}"`))) ?? forms[0]
	return match ? { start: match.index, end: match.index + match[0].length } : null
}

/**
 * A page of ours with its form as the visitor sent it: typed text in place, errors above the form and below each field. Files
 * and passwords are never sent back. The page is our own build's markup, so tags are found as the build writes them.
 * @returns null when the page has no form with this action
 */
export function refillForm(html: string, refill: Refill): string | null {
	const place = findForm(html, refill)
	if (!place) return null
	const form = html.slice(place.start, place.end)
	const opening = /^<form\b[^>]*>/.exec(form)?.[0] ?? ''
	const first = [...form.matchAll(/\bname="([^"]*)"/g)].map(([, name]) => name).find((name) => name !== undefined && refill.problems[name])
	const alert = `<div class="callout" data-tone="danger" role="alert"><p class="font-semibold">${escapeHtml(refill.title)}</p><p>${escapeHtml(refill.text)}</p></div>`
	const controls = form.slice(opening.length).replaceAll(CONTROLS, (control) => refillControl(control, refill, first))
	return `${html.slice(0, place.start)}${opening}${alert}${controls}${html.slice(place.end)}`
}
