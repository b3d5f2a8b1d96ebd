// @vitest-environment happy-dom
import { afterEach, expect, test, vi } from 'vitest'

import type { AuthOutcome } from '#app/lib/auth-refusal.ts'
import { renderElement } from '#tests/setup/render-element.ts'

import { FactorDialog } from './factor-dialog.tsx'
import { guard } from './guard.ts'

afterEach(() => vi.unstubAllGlobals())

const needed: AuthOutcome = { ok: false, refusal: { kind: 'second-factor' } }
const done: AuthOutcome = { ok: true, value: null }

async function openPage() {
	vi.stubGlobal('fetch', async () =>
		Response.json({ isNeeded: true, ways: [{ type: 'totp', factorId: 'f1', name: 'Phone' }, { type: 'recovery_code' }] }),
	)
	return renderElement(<FactorDialog />)
}

test('a call that needs nothing, or fails for another reason, opens no dialog', async () => {
	const { page, leave } = await openPage()
	expect(await guard(async () => done)).toEqual(done)
	const refused: AuthOutcome = { ok: false, refusal: { kind: 'same-password' } }
	expect(await guard(async () => refused)).toEqual(refused)
	expect(page.querySelector('dialog')?.open).toBe(false)
	await leave()
})

test('a call that needs the second factor asks for it, shows every way, and is left undone when the person cancels', async () => {
	const { page, run, leave } = await openPage()
	const call = vi.fn(async () => needed)
	let outcome: AuthOutcome<unknown> | null = null
	await run(() => void guard(call).then((value) => (outcome = value)))
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
