import { expect, test, vi } from 'vitest'

import { ApiError } from '#app/lib/own-api.ts'
import { readToasts } from '#app/ui/toast-store.ts'
import contactJson from '#content/company/contact.json' with { type: 'json' }
import type { Contact } from '#content/schema/contact.ts'
import type { ContactAccepted } from '#contracts/support.ts'
import type { ContactCategory } from '#domain/support/categories.ts'
import { renderHook } from '#tests/setup/render-hook.ts'

import { useContactForm } from './use-contact-form.ts'

const WORDS = contactJson.form as Contact['form']
const GOOD = { name: 'Ana', email: 'ana@example.test', subject: 'Refund', message: 'How?' }

function makeForm(values: Record<string, string>): HTMLFormElement {
	const form = document.createElement('form')
	for (const [name, value] of Object.entries(values)) {
		const input = document.createElement('input')
		input.name = name
		input.value = value
		form.append(input)
	}
	document.body.replaceChildren(form)
	return form
}

const typed = (form: HTMLFormElement) => Object.fromEntries(new FormData(form))

async function openForm(
	send: (request: Parameters<NonNullable<Parameters<typeof useContactForm>[2]>>[0]) => Promise<ContactAccepted>,
	category: ContactCategory = 'general',
) {
	vi.spyOn(console, 'error').mockImplementation(() => undefined)
	return renderHook(() => useContactForm(WORDS, category, send))
}

test('a stored message says so in the words of the specification, with the due time beside them, and leaves an empty form', async () => {
	const hook = await openForm(() => Promise.resolve({ accepted: true, dueAt: '2026-11-24T20:00:00Z' }))
	const form = makeForm(GOOD)
	await hook.run(() => hook.current().submit(form))
	expect(readToasts().at(-1)).toMatchObject({
		title: 'Message sent!',
		description: "We'll get back to you within 24 hours. That is Tuesday, November 24 at 3:00 PM, New York time, at the latest.",
	})
	expect(typed(form)).toMatchObject({ name: '', message: '' })
})

test('a message about the terms says what it is about, and promises what terms enquiries are promised', async () => {
	const send = vi.fn<(request: { category?: string | undefined }) => Promise<ContactAccepted>>(() =>
		Promise.resolve({ accepted: true, dueAt: '2026-11-27T23:00:00Z' }),
	)
	const hook = await openForm(send, 'terms')
	await hook.run(() => hook.current().submit(makeForm(GOOD)))
	expect(send.mock.calls[0]?.[0]).toMatchObject({ category: 'terms' })
	expect(readToasts().at(-1)).toMatchObject({
		title: 'Message sent!',
		description: "We'll get back to you within 5 business days. That is Friday, November 27 at 6:00 PM, New York time, at the latest.",
	})
})

test('a failure keeps the text, says so, and the second try is the same ticket', async () => {
	const sent: (string | undefined)[] = []
	const hook = await openForm((request) => {
		sent.push(request.ticketId)
		return Promise.reject(new ApiError({ kind: 'unreachable' }))
	})
	const form = makeForm(GOOD)
	await hook.run(() => hook.current().submit(form))
	expect(readToasts().at(-1)).toMatchObject({
		title: 'Error',
		description: 'Failed to send message. Please try again.',
		variant: 'destructive',
	})
	expect(typed(form)).toMatchObject(GOOD)
	await hook.run(() => hook.current().submit(form))
	expect(sent[1]).toBe(sent[0])
	await hook.run(() => hook.current().change('message'))
	await hook.run(() => hook.current().submit(form))
	expect(sent[2]).not.toBe(sent[0])
})

test('wrong fields are named, the first takes the focus, nothing is sent; typing takes the message away', async () => {
	const send = vi.fn<() => Promise<ContactAccepted>>(() => Promise.resolve({ accepted: true, dueAt: '2026-11-24T20:00:00Z' }))
	const hook = await openForm(send)
	const form = makeForm({ ...GOOD, email: 'ana', message: ' ' })
	await hook.run(() => hook.current().submit(form))
	expect(send).not.toHaveBeenCalled()
	expect(hook.current().errors).toEqual({ email: 'Please enter a valid email address', message: 'Message is required' })
	expect(document.activeElement?.getAttribute('name')).toBe('email')
	await hook.run(() => hook.current().change('email'))
	expect(hook.current().errors).toEqual({ message: 'Message is required' })
})
