import { expect, test, vi } from 'vitest'

import { fetchWithKey } from '#app/lib/backend.ts'
import { renderElement } from '#tests/setup/render-element.ts'

import { usePhoneVerification } from './use-phone-verification.ts'
import { VerifyPhone } from './verify-phone.tsx'

vi.mock('#app/lib/backend.ts')

const PHONE = '+14155552671'

function Form({ pendingPhone, onVerified }: { pendingPhone: string | null; onVerified: () => void }) {
	const state = { isAvailable: true, pendingPhone, resendSeconds: 0, lockedSeconds: 0 }
	return <VerifyPhone verification={usePhoneVerification({ phone: PHONE, state: state as never, onVerified })} verifiedPhone={null} />
}

/** Opens the form; the server gives this response to each call. */
async function open(answer: object, pendingPhone: string | null = PHONE) {
	vi.mocked(fetchWithKey).mockImplementation(async () => Response.json(answer))
	const onVerified = vi.fn()
	const view = await renderElement(<Form {...{ pendingPhone, onVerified }} />)
	const button = (name: string) => [...view.page.querySelectorAll('button')].find(({ textContent }) => textContent.startsWith(name))
	const codeField = () => view.page.querySelector<HTMLInputElement>('input[name="code"]')
	const enter = (code: string) =>
		view.run(() => {
			const field = codeField()
			if (field) field.value = code
			field?.form?.requestSubmit()
		})
	return { ...view, button, codeField, enter, onVerified }
}

test.each([
	{ seconds: 540, says: 'for another 9 minutes' },
	{ seconds: 60, says: 'for another minute' },
	{ seconds: undefined, says: 'for another 10 minutes' },
])('the last wrong code locks the form for $seconds seconds: no code is sent or accepted', async ({ seconds, says }) => {
	const { page, button, codeField, enter, onVerified } = await open({
		success: false,
		code: 'over_code_attempts',
		retryAfterSeconds: seconds,
	})
	await enter('000000')
	expect(page.querySelector('[role="alert"]')?.textContent).toContain(says)
	expect([button('Verify')?.disabled, codeField()]).toEqual([true, null])
	expect(onVerified).not.toHaveBeenCalled()
})

test('another wrong code keeps the field, and a new code can be requested', async () => {
	const { page, button, codeField, enter } = await open({ success: false, code: 'invalid_code', error: 'Invalid verification code' })
	await enter('000000')
	expect(codeField()?.getAttribute('aria-invalid')).toBe('true')
	expect(page.textContent).not.toContain('Too many wrong codes')
	expect([button('Verify')?.disabled, button('Send a new code')?.disabled]).toEqual([false, false])
})

test('the right code removes the field and reloads the settings', async () => {
	const { codeField, enter, onVerified } = await open({ success: true })
	await enter('123456')
	expect([codeField(), onVerified.mock.calls.length]).toEqual([null, 1])
})

test.each([
	{ answer: { success: true, retryAfterSeconds: 60 }, isSent: true, wait: 'Send a new code in 60 s' },
	{ answer: { success: true }, isSent: true, wait: 'Send a new code in 60 s' },
	{ answer: { success: false, error: 'This number can’t receive texts.' }, isSent: false, wait: undefined },
])('requesting a code with the response $answer shows the code field: $isSent', async ({ answer, isSent, wait }) => {
	const { page, run, button, codeField } = await open(answer, null)
	await run(() => page.querySelector('form')?.requestSubmit())
	expect([codeField() !== null, button('Send a new code')?.textContent, button('Send a new code')?.disabled]).toEqual([
		isSent,
		wait,
		isSent ? true : undefined,
	])
})
