import type { ComponentType } from 'react'
import { renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'

export const NOW = new Date('2026-12-01T17:00:00Z')

/** A time these hours before the tests’ now; a negative number is in the future. */
export const hoursAgo = (hours: number) => new Date(NOW.getTime() - hours * 3_600_000)

const FRAME = {
	siteName: 'Academy',
	above: [],
	timeZone: 'America/New_York',
	now: NOW,
	role: 'operator',
	email: 'owner@example.test',
	unusedTabs: [],
	formToken: 't',
	isProven: true,
	failure: null,
	notice: null,
	undo: null,
}

const TONES = [
	['text-soft', 'calm'],
	['text-spruce-ink', 'good'],
	['bg-sun', 'warn'],
	['text-danger-ink', 'bad'],
] as const

function describeField({ type, name, value }: HTMLInputElement | HTMLTextAreaElement) {
	if (type === 'hidden') return name.startsWith('form_') ? '' : ` {${name}: ${value}}`
	return type === 'checkbox' || type === 'radio' || value === '' ? '' : ` {${value}} `
}

/** Returns a text as read: a badge as `[word, tone]`, a link as `words <address>`, a field’s value as `{value}`, a bar as `▮` and its percentage, a form with its address. */
function describe(node: Node): string {
	const within = () => [...node.childNodes].map(describe).join('')
	if (!(node instanceof Element)) return node.nodeName === '#text' ? (node.textContent ?? '') : ''
	if (node.classList.contains('badge')) return `[${within()}, ${TONES.find(([name]) => node.classList.contains(name))?.[1]}]`
	if (node.nodeName === 'A') return `${within()} <${node.getAttribute('href')}>`
	if (node.nodeName === 'rect') return ` ▮${node.getAttribute('width')}`
	if (node.nodeName === 'FORM') return `${within()} <${node.getAttribute('action')}>`
	if (node instanceof HTMLInputElement || node instanceof HTMLTextAreaElement) return describeField(node)
	if (/^(?:BR|DIV|DT|LI|OPTION|P|SUMMARY)$/.test(node.nodeName)) return ` ${within()} `
	return within()
}

const wordsOf = (node: Element) => describe(node).replaceAll(/\s+/g, ' ').trim()

/**
 * Renders a page of the console, or a part of one, with this data as its server does.
 * @param frame differences from the frame of an operator
 * @returns its document without dialogs, its facts as `Name: value`, its tables by caption, and its headings and texts
 */
export function readPage(
	Page: ComponentType<never>,
	data: object,
	{ address = '/admin/page', ...frame }: { address?: string; role?: 'support' } = {},
) {
	const shared = { ...FRAME, ...frame }
	const Shown: ComponentType<object> = Page as ComponentType
	const children = [{ id: 'page', path: '*', loader: () => data, Component: () => <Shown {...data} /> }]
	const Stub = createRoutesStub([{ id: 'root', path: '/', loader: () => shared, children }])
	const page = document.createElement('div')
	page.innerHTML = renderToString(<Stub initialEntries={[address]} hydrationData={{ loaderData: { root: shared, page: data } }} />)
	// Without script, a dialog is a collapsed section.
	const sections = [...page.querySelectorAll('.confirm')].flatMap((inner) => inner.closest('details') ?? [])
	const dialogs = sections.map(wordsOf)
	for (const section of sections) section.remove()
	const forms = [...page.querySelectorAll('form')].map(wordsOf)
	const facts = [...page.querySelectorAll('dt')].map(
		(name) => `${name.textContent}: ${name.nextElementSibling ? wordsOf(name.nextElementSibling) : ''}`,
	)
	const rowOf = (row: Element) => [...row.children].map(wordsOf).join(' | ')
	const tables = Object.fromEntries(
		[...page.querySelectorAll('table')].map((table) => [table.caption?.textContent ?? '', [...table.rows].map(rowOf)]),
	)
	const texts = [...page.querySelectorAll('h1, h2, h3, p, li:not(:has(p)), .message-text')].map(wordsOf)
	return { page, dialogs, forms, facts, tables, texts }
}
