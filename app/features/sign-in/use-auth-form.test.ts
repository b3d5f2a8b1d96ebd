import { expect, test, vi } from 'vitest'

import type { AuthOutcome } from '#app/lib/auth-refusal.ts'
import { renderHook } from '#tests/setup/render-hook.ts'

import { useAuthForm } from './use-auth-form.ts'

const agreed: AuthOutcome = { ok: true, value: null }
const limited = (isMail: boolean, seconds: number | null): AuthOutcome => ({ ok: false, refusal: { kind: 'limited', seconds, isMail } })
const openForm = () => renderHook(() => useAuthForm<'send' | 'sign-in'>())

test('a form is busy while the server thinks, and takes no second call', async () => {
	const form = await openForm()
	const answer = Promise.withResolvers<AuthOutcome>()
	const call = vi.fn(() => answer.promise)
	const onDone = vi.fn()
	await form.run(() => void form.current().run('sign-in', call, onDone))
	expect(form.current().busyWith).toBe('sign-in')
	await form.run(() => void form.current().run('send', call, onDone))
	await form.run(() => answer.resolve(agreed))
	expect([form.current().busyWith, call.mock.calls.length, onDone.mock.calls.length]).toEqual([null, 1, 1])
})

test('a refusal is said, and forgotten with the next try', async () => {
	const form = await openForm()
	const onDone = vi.fn()
	await form.run(() => form.current().run('sign-in', async () => ({ ok: false, refusal: { kind: 'expired' } }), onDone))
	expect(form.current().error).toContain('expired')
	expect(onDone).not.toHaveBeenCalled()
	await form.run(() => form.current().run('sign-in', async () => agreed, onDone))
	expect([form.current().error, onDone.mock.calls.length]).toEqual([null, 1])
})

test.each([
	['a mail that leaves now', agreed, 60],
	['a mail that left 17 s ago', limited(true, 43), 43],
	['a mail that left some time ago', limited(true, null), 60],
])('%s leads on to its code, with the wait it needs', async (_case, outcome, waitSeconds) => {
	const form = await openForm()
	const onSent = vi.fn()
	await form.run(() => form.current().runMail('send', async () => outcome, onSent))
	expect([onSent.mock.calls, form.current().error]).toEqual([[[waitSeconds]], null])
})

test('too many requests from here is a refusal, not a sent mail', async () => {
	const form = await openForm()
	const onSent = vi.fn()
	await form.run(() => form.current().runMail('send', async () => limited(false, 12), onSent))
	expect([onSent.mock.calls, form.current().error]).toEqual([[], 'Too many attempts. Please wait 12 seconds and try again.'])
})
