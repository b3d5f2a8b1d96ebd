import { expect, test, vi } from 'vitest'

import type { AuthRefusal } from '#app/lib/auth-refusal.ts'
import { readToasts } from '#app/ui/toast-store.ts'
import { renderElement } from '#tests/setup/render-element.ts'

import { answerFactor, sendFactorCode } from './second-factor-calls.ts'
import { SecondFactorForm } from './second-factor-form.tsx'

vi.mock('./second-factor-calls.ts')

const refuse = (refusal: AuthRefusal) => ({ ok: false as const, refusal })
const sent = { ok: true as const, value: { challengeId: null } }

async function openForm(way: 'text' | 'totp' = 'text') {
	vi.mocked(sendFactorCode).mockReset().mockResolvedValue(sent)
	vi.mocked(answerFactor).mockReset().mockResolvedValue({ ok: true, value: null })
	const onPassed = vi.fn()
	const ways = [way === 'text' ? { type: way, phone: '+14155552671' } : { type: way, factorId: 'f1', name: '' }] as const
	const { page, run } = await renderElement(<SecondFactorForm ways={ways} onPassed={onPassed} />)
	const press = (name: string) =>
		run(() => [...page.querySelectorAll('button')].find(({ textContent }) => textContent?.startsWith(name))?.click())
	const enter = (code: string) =>
		run(() => {
			page.querySelector('input')!.value = code
			page.querySelector('form')!.requestSubmit()
		})
	return { page, press, enter, onPassed }
}

const newestToast = () => {
	const { title, description } = readToasts().at(-1) ?? {}
	return [title, description]
}

test('sending and accepting a texted code show the right messages', async () => {
	const { press, enter, onPassed } = await openForm()
	await press('Send code')
	expect(newestToast()).toEqual(['Code sent', 'Two-factor authentication code sent to your phone'])
	await enter('')
	expect(newestToast()).toEqual(['Code required', 'Please enter the verification code'])
	expect(answerFactor).not.toHaveBeenCalled()
	await enter('123456')
	expect(newestToast()).toEqual(['Verified', 'Two-factor authentication successful'])
	expect(onPassed).toHaveBeenCalledOnce()
})

test.each([
	{ refusal: { kind: 'unreachable' }, sending: 'Failed to send two-factor code', verifying: 'Failed to verify code' },
	{ refusal: { kind: 'refused', message: 'Words of the server' }, sending: 'Words of the server', verifying: 'Words of the server' },
] as const)('$refusal.kind: both failures show a toast and a field error', async ({ refusal, sending, verifying }) => {
	const { page, press, enter, onPassed } = await openForm()
	vi.mocked(sendFactorCode).mockResolvedValueOnce(refuse(refusal))
	await press('Send code')
	expect(newestToast()).toEqual(['Error', sending])
	expect(page.querySelector('[role=alert]')).not.toBeNull()
	await press('Send code')
	vi.mocked(answerFactor).mockResolvedValueOnce(refuse(refusal))
	await enter('123456')
	expect(newestToast()).toEqual(['Error', verifying])
	expect(page.querySelector('[aria-invalid=true]')).not.toBeNull()
	expect(onPassed).not.toHaveBeenCalled()
})

test.each([
	{ seconds: 43, sent: 'text', words: 'We texted this phone less than a minute ago' },
	{ seconds: 43, sent: null, words: 'Too many attempts. Please wait 43 seconds' },
	{ seconds: 7200, sent: 'text', words: 'Too many attempts. Please wait 120 minutes' },
] as const)('a wait of $seconds s after a $sent is explained', async ({ seconds, sent, words }) => {
	const { page, press } = await openForm()
	vi.mocked(sendFactorCode).mockResolvedValueOnce(refuse({ kind: 'limited', seconds, sent }))
	await press('Send code')
	expect(page.querySelector('[role=status]')?.textContent).toContain(words)
	expect(page.querySelector('button')?.textContent).toBe(`Send a new code in ${seconds} s`)
})

test('a wrong app code is reported only at its field', async () => {
	const { page, enter } = await openForm('totp')
	const before = readToasts()
	vi.mocked(answerFactor).mockResolvedValueOnce(refuse({ kind: 'wrong-code' }))
	await enter('123456')
	expect(page.textContent).toContain('That code is wrong')
	expect(readToasts()).toBe(before)
})
