import { MemoryRouter } from 'react-router'
import { expect, onTestFinished, test, vi } from 'vitest'

import { ApiError } from '#app/lib/own-api.ts'
import { readToasts } from '#app/ui/toast-store.ts'
import contactJson from '#content/company/contact.json' with { type: 'json' }
import type { Contact } from '#content/schema/contact.ts'
import type { ContactAccepted } from '#contracts/support.ts'
import type { ContactCategory } from '#domain/support/categories.ts'
import { renderElement } from '#tests/setup/render-element.ts'

import { ContactForm } from './contact-form.tsx'

const WORDS = contactJson.form as Contact['form']
const GOOD = { name: 'Ana', email: 'ana@example.test', subject: 'Refund', message: 'How?' }

async function openForm(
	send: NonNullable<Parameters<typeof ContactForm>[0]['send']>,
	{ category = 'general', values = GOOD }: { category?: ContactCategory; values?: Record<string, string> } = {},
) {
	vi.spyOn(console, 'error').mockImplementation(() => undefined)
	const { page, run, leave } = await renderElement(
		<MemoryRouter>
			<ContactForm words={WORDS} category={category} send={send} />
		</MemoryRouter>,
	)
	onTestFinished(leave)
	const field = (name: string) => page.querySelector<HTMLInputElement>(`[name=${name}]`) as HTMLInputElement
	const type = (name: string, text: string) =>
		run(() => {
			// Uses the native setter: React ignores values assigned through the element.
			Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field(name)), 'value')?.set?.call(field(name), text)
			field(name).dispatchEvent(new Event('input', { bubbles: true }))
		})
	for (const [name, text] of Object.entries(values)) await type(name, text)
	const problem = (name: string) => page.querySelector(`[id="${field(name).getAttribute('aria-describedby')?.split(' ')[0]}"]`)?.textContent
	return {
		type,
		submit: () => run(() => page.querySelector('form')?.requestSubmit()),
		typed: () => Object.fromEntries(new FormData(page.querySelector('form') as HTMLFormElement)),
		problems: () =>
			Object.fromEntries(Object.keys(GOOD).flatMap((name) => (field(name).hasAttribute('aria-invalid') ? [[name, problem(name)]] : []))),
	}
}

test('a stored message is confirmed with its due time, and the form is emptied', async () => {
	const form = await openForm(() => Promise.resolve({ accepted: true, dueAt: '2026-11-24T20:00:00Z' }))
	await form.submit()
	expect(readToasts().at(-1)).toMatchObject({
		title: 'Message sent!',
		description:
			"We'll get back to you within 24 hours. We count hours when support is open, so that's by Tuesday, November 24 at 3:00 PM, New York time.",
	})
	expect(form.typed()).toMatchObject({ name: '', message: '' })
})

test('a message about the terms has that category and its own due time', async () => {
	const send = vi.fn<(request: { category?: string | undefined }) => Promise<ContactAccepted>>(() =>
		Promise.resolve({ accepted: true, dueAt: '2026-11-27T23:00:00Z' }),
	)
	const form = await openForm(send, { category: 'terms' })
	await form.submit()
	expect(send.mock.calls[0]?.[0]).toMatchObject({ category: 'terms' })
	expect(readToasts().at(-1)).toMatchObject({
		title: 'Message sent!',
		description: "We'll get back to you within 5 business days. That’s Friday, November 27 at 6:00 PM, New York time, at the latest.",
	})
})

test('a failure keeps the text and shows an error, and a retry is the same ticket', async () => {
	const sent: (string | undefined)[] = []
	const form = await openForm((request) => {
		sent.push(request.ticketId)
		return Promise.reject(new ApiError({ kind: 'unreachable' }))
	})
	await form.submit()
	expect(readToasts().at(-1)).toMatchObject({
		title: 'Error',
		description: 'Failed to send message. Please try again.',
		variant: 'destructive',
	})
	expect(form.typed()).toMatchObject(GOOD)
	await form.submit()
	expect(sent[1]).toBe(sent[0])
	await form.type('message', 'How else?')
	await form.submit()
	expect(sent[2]).not.toBe(sent[0])
})

test('invalid fields are reported, the first is focused, nothing is sent, and typing clears the error', async () => {
	const send = vi.fn<() => Promise<ContactAccepted>>(() => Promise.resolve({ accepted: true, dueAt: '2026-11-24T20:00:00Z' }))
	const form = await openForm(send, { values: { ...GOOD, email: 'ana', message: ' ' } })
	await form.submit()
	expect(send).not.toHaveBeenCalled()
	expect(form.problems()).toEqual({ email: 'Please enter a valid email address', message: 'Message is required' })
	expect(document.activeElement?.getAttribute('name')).toBe('email')
	await form.type('email', 'ana@example.test')
	expect(form.problems()).toEqual({ message: 'Message is required' })
})
