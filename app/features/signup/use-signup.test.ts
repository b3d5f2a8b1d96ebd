import { afterEach, expect, test, vi } from 'vitest'

import type { ToastWords } from '#content/schema/primitives.ts'
import { renderHook } from '#tests/setup/render-hook.ts'

import { useSignup } from './use-signup.ts'

const words = {
	missingToast: { title: 'Missing Information', description: 'Please fill in both your name and email.', variant: 'destructive' },
	successToast: { title: 'Welcome to {brand}! 🎉', description: 'Ready.', variant: 'default' },
	failureToast: { title: 'Error', description: 'Please try again.', variant: 'destructive' },
} as const satisfies Record<string, ToastWords>

/** Opens the sign-up form; the server responds with `status`, where 0 is a network error. */
async function openSignup(status = 200, body: object = {}) {
	const server = vi.fn(async () => {
		if (status === 0) throw new TypeError('Failed to fetch')
		return Response.json(body, { status, headers: { 'x-supabase-api-version': '2024-01-01' } })
	})
	vi.stubGlobal('fetch', server)
	const toasts: ToastWords[] = []
	const hook = await renderHook(() => useSignup({ words, brand: 'Launchway', notify: (toast) => toasts.push(toast) }))
	let problems: unknown
	const submit = (name: string, email: string, honeypot?: string) =>
		hook.run(async () => (problems = await hook.current().submit({ name, email }, honeypot)))
	return { hook, server, toasts, submit, problems: () => problems }
}

const storedUser = () => localStorage.getItem('launchway_user')

afterEach(() => {
	vi.unstubAllGlobals()
	localStorage.clear()
})

test.each([
	['', 'ada@example.com'],
	['Ada', ''],
])('with name %j and email %j something is missing, and nothing is sent', async (name, email) => {
	const { submit, toasts, server } = await openSignup()
	await submit(name, email)
	expect([toasts, server.mock.calls, storedUser()]).toEqual([[words.missingToast], [], null])
})

test('an invalid address is reported at its field', async () => {
	const { submit, problems, toasts, server } = await openSignup()
	await submit('Ada', 'ada@example')
	expect(problems()).toEqual({ email: 'Please enter a valid email address' })
	expect([toasts, server.mock.calls]).toEqual([[], []])
})

test('after sign-up the visitor is welcomed, stored, and told that the template is ready', async () => {
	const { hook, submit, toasts, server } = await openSignup()
	await submit('Ada Quill', 'ada@example.com')
	expect(server).toHaveBeenCalledTimes(1)
	expect(hook.current().user).toEqual({ name: 'Ada Quill', email: 'ada@example.com' })
	expect(storedUser()).toBe('{"name":"Ada Quill","email":"ada@example.com"}')
	expect(toasts).toEqual([{ title: 'Welcome to Launchway! 🎉', description: 'Ready.', variant: 'default' }])
})

const limited = { code: 'over_email_send_rate_limit', message: 'you can only request this after 41 seconds.' }

test.each([
	{ status: 0, body: {}, description: 'Please try again.' },
	{ status: 503, body: {}, description: 'Please try again.' },
	{ status: 429, body: limited, description: 'Too many attempts. Please wait 41 seconds and try again.' },
	{ status: 422, body: { code: 'signup_disabled', message: 'no' }, description: 'Sign-up is closed at the moment.' },
])('an answer of $status with $body is shown, and no user is stored', async ({ status, body, description }) => {
	const { hook, submit, toasts, problems } = await openSignup(status, body)
	await submit('Ada', 'ada@example.com')
	expect(toasts).toEqual([{ title: 'Error', description, variant: 'destructive' }])
	expect([hook.current().user, problems(), storedUser()]).toEqual([null, {}, null])
})

test('after a failure the form can be sent again', async () => {
	const { hook, submit } = await openSignup(0)
	await submit('Ada', 'ada@example.com')
	vi.stubGlobal('fetch', async () => Response.json({}))
	await submit('Ada', 'ada@example.com')
	expect(hook.current().user).not.toBeNull()
})

test('a filled honeypot sends nothing and shows no success', async () => {
	const { hook, submit, toasts, server } = await openSignup()
	await submit('Ada', 'ada@example.com', 'https://spam.example')
	expect([hook.current().user, toasts, server.mock.calls, storedUser()]).toEqual([null, [words.failureToast], [], null])
})
