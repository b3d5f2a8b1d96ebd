import { afterEach, expect, test, vi } from 'vitest'

import type { AuthOutcome } from '#app/lib/auth-refusal.ts'
import { renderElement } from '#tests/setup/render-element.ts'

import { FactorDialog } from './factor-dialog.tsx'
import { withProof } from './guard.ts'
import { reauthenticateSession, sendReauthentication } from './proof-calls.ts'
import { ProofDialog } from './proof-dialog.tsx'

vi.mock('./proof-calls.ts')

afterEach(() => vi.unstubAllGlobals())

const needed: AuthOutcome = { ok: false, refusal: { kind: 'second-factor' } }
const done: AuthOutcome = { ok: true, value: null }

async function openPage() {
	vi.stubGlobal('fetch', async () =>
		Response.json({ isNeeded: true, ways: [{ type: 'totp', factorId: 'f1', name: 'Phone' }, { type: 'recovery_code' }] }),
	)
	return renderElement(<FactorDialog />)
}

test('a successful call, or another error, opens no dialog', async () => {
	const { page, leave } = await openPage()
	expect(await withProof(async () => done)).toEqual(done)
	const refused: AuthOutcome = { ok: false, refusal: { kind: 'same-password' } }
	expect(await withProof(async () => refused)).toEqual(refused)
	expect(page.querySelector('dialog')?.open).toBe(false)
	await leave()
})

test('a call that needs the second factor shows every method, and fails if canceled', async () => {
	const { page, run, leave } = await openPage()
	const call = vi.fn(async () => needed)
	let outcome: AuthOutcome<unknown> | null = null
	await run(() => void withProof(call).then((value) => (outcome = value)))
	await vi.waitFor(() => expect(page.textContent).toContain('authenticator app'))
	await run(() => {})
	expect(page.querySelector('dialog')?.open).toBe(true)
	expect(page.querySelector('input[autocomplete="one-time-code"]')).not.toBeNull()
	await run(() => [...page.querySelectorAll('button')].find((button) => button.textContent === 'Recovery code')?.click())
	expect(page.querySelector('label')?.textContent).toBe('Recovery code')
	await run(() => page.querySelector<HTMLButtonElement>('[aria-label="Cancel"]')?.click())
	expect([outcome, call.mock.calls.length]).toEqual([needed, 1])
	await leave()
})

const stale: AuthOutcome = { ok: false, refusal: { kind: 'reauthenticate' } }

/** Types into a field the way React expects. */
function type(field: HTMLInputElement | null, text: string) {
	if (!field) throw new Error('no field')
	Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, text)
	field.dispatchEvent(new Event('input', { bubbles: true }))
}

test('a call that needs a fresh session asks for the mailed code, refuses a wrong one, and is retried', async () => {
	const { page, run, leave } = await renderElement(<ProofDialog />)
	vi.mocked(sendReauthentication).mockResolvedValue(done)
	vi.mocked(reauthenticateSession).mockImplementation(async (code) =>
		code === '123456' ? done : { ok: false, refusal: { kind: 'wrong-code' } },
	)
	const call = vi.fn(async () => (vi.mocked(reauthenticateSession).mock.calls.length < 2 ? stale : done))
	let outcome: AuthOutcome<unknown> | null = null
	await run(() => void withProof(call).then((value) => (outcome = value)))
	await run(() => {})
	expect(page.textContent).toContain('We’ve sent you a code')
	const confirm = () => run(() => page.querySelector('form')?.requestSubmit())
	await run(() => type(page.querySelector('input'), '654321'))
	await confirm()
	expect(page.textContent).toContain('That code is wrong')
	expect(call.mock.calls.length).toBe(1)
	await run(() => type(page.querySelector('input'), '123456'))
	await confirm()
	await run(() => {})
	expect([outcome, call.mock.calls.length, page.querySelector('dialog')?.open]).toEqual([done, 2, false])
	await leave()
})

test('without the dialog, and after Cancel, the error is returned', async () => {
	expect(await withProof(async () => stale)).toEqual(stale)
	const { page, run, leave } = await renderElement(<ProofDialog />)
	let outcome: AuthOutcome<unknown> | null = null
	await run(() => void withProof(async () => stale).then((value) => (outcome = value)))
	await run(() => page.querySelector<HTMLButtonElement>('[aria-label="Cancel"]')?.click())
	expect(outcome).toEqual(stale)
	await leave()
})
