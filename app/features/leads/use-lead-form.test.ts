import { expect, test, vi } from 'vitest'

import { ApiError } from '#app/lib/own-api.ts'
import { readToasts } from '#app/ui/toast-store.ts'
import { renderHook } from '#tests/setup/render-hook.ts'

import { useLeadForm } from './use-lead-form.ts'

const DONE = { title: 'Stored' }
const refusal = (status: number, fields: Record<string, string> = {}) =>
	new ApiError({
		kind: 'refused',
		status,
		code: 'x',
		message: 'Please check the marked fields.',
		fields,
		requestId: null,
		retryAfterSeconds: null,
	})

async function openForm(send: () => Promise<unknown>) {
	vi.spyOn(console, 'error').mockImplementation(() => undefined)
	return renderHook(() => useLeadForm(send, DONE))
}

test('a stored form says so', async () => {
	const form = await openForm(() => Promise.resolve(null))
	let isStored = false
	await form.run(async () => (isStored = await form.current().submit({})))
	expect(isStored).toBe(true)
	expect(readToasts().at(-1)).toMatchObject({ title: 'Stored', variant: 'default' })
})

test.each([
	{ what: 'an unreachable server', error: new ApiError({ kind: 'unreachable' }), says: /could not reach the server/, fields: {} },
	{ what: 'too many forms', error: refusal(429), says: /later/, fields: {} },
	{
		what: 'a wrong field',
		error: refusal(400, { email: 'Please enter a valid email address' }),
		says: /marked fields/,
		fields: { email: 'Please enter a valid email address' },
	},
	{ what: 'a bug', error: new Error('boom'), says: /could not reach the server/, fields: {} },
])('$what gives a destructive toast and never claims success', async ({ error, says, fields }) => {
	const form = await openForm(() => Promise.reject(error))
	let isStored = true
	await form.run(async () => (isStored = await form.current().submit({})))
	expect(isStored).toBe(false)
	expect(form.current()).toMatchObject({ isSending: false, fields })
	expect(readToasts().at(-1)).toMatchObject({ title: 'Not sent', variant: 'destructive', description: expect.stringMatching(says) })
})

test('a second press while the first is under way sends nothing', async () => {
	const send = vi.fn<() => Promise<unknown>>(() => new Promise(() => undefined))
	const form = await openForm(send)
	await form.run(() => void form.current().submit({}))
	await form.run(() => form.current().submit({}))
	expect(send).toHaveBeenCalledTimes(1)
	expect(form.current().isSending).toBe(true)
})
