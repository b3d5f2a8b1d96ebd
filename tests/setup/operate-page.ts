import { expect, vi } from 'vitest'

import { readToasts } from '#app/ui/toast-store.ts'

import type { renderElement } from './render-element.ts'

type Rendered = Pick<Awaited<ReturnType<typeof renderElement>>, 'page' | 'run'>
type TextControl = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement

const readName = (element: Element) => element.getAttribute('aria-label') ?? element.textContent

/**
 * Operates a rendered page as a user does, by the names of buttons and fields.
 * @returns `button` and `field`: find an element, or undefined; `press` and `type`: use it, and fail if it is missing or disabled; `until`
 * and `sees`: wait for a check or a text, while React renders; `toasts`:
 * the same for a toast; `describe`: the texts that describe a field
 */
export function operatePage({ page, run }: Rendered) {
	const shown = <T extends Element>(selector: string) => [...page.querySelectorAll<T>(selector)].filter((each) => !each.closest('[hidden]'))
	const button = (name: string) =>
		shown<HTMLElement>('button, a, summary, [role=tab]').findLast((each) => readName(each) === name && !each.closest('dialog:not([open])'))
	const field = (label: string) => {
		const labeled = shown<HTMLLabelElement>('label').find(({ textContent }) => textContent === label)
		const inside = labeled && (page.querySelector(`[id="${labeled.htmlFor}"]`) ?? labeled.querySelector('input'))
		return (inside ?? shown('input, textarea, select').find((each) => each.getAttribute('aria-label') === label)) as TextControl | undefined
	}
	const find = (label: string) => {
		const found = field(label)
		if (!found) throw new Error(`no field ${label}`)
		return found
	}
	const until = (check: () => unknown) =>
		vi.waitFor(async () => {
			await run(() => new Promise((resolve) => setTimeout(resolve)))
			await check()
		})
	return {
		button,
		field,
		buttons: () => shown<HTMLElement>('button, a').map(readName),
		press: (name: string) =>
			run(() => {
				const found = button(name)
				if (!found || found.matches(':disabled')) throw new Error(found ? `${name} is disabled` : `no button ${name}`)
				found.click()
			}),
		type: (label: string, text: string) =>
			run(() => {
				const found = find(label)
				Object.getOwnPropertyDescriptor(Object.getPrototypeOf(found), 'value')?.set?.call(found, text)
				found.dispatchEvent(new Event(found.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }))
			}),
		focus: (label: string) => run(() => find(label).focus()),
		blur: (label: string) =>
			run(() => {
				find(label).focus()
				find(label).blur()
			}),
		describe: (label: string) =>
			(find(label).getAttribute('aria-describedby') ?? '').split(' ').map((id) => page.querySelector(`[id="${id}"]`)?.textContent ?? ''),
		until,
		toasts: (text: string) =>
			until(() =>
				expect(readToasts().map(({ title, description }) => `${title}. ${description}`)).toContainEqual(expect.stringContaining(text)),
			),
		sees: (text: string) => until(() => expect(page.textContent).toContain(text)),
	}
}
