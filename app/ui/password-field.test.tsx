// asvs V6.2.6 V6.2.7
import { expect, test } from 'vitest'

import { renderElement } from '#tests/setup/render-element.ts'

import { PasswordField } from './password-field.tsx'

test('a password is masked until revealed, and allows pasting and password managers', async () => {
	const { page, run, leave } = await renderElement(<PasswordField label="Password" name="password" autoComplete="current-password" />)
	const input = page.querySelector('input')
	expect([input?.type, input?.autocomplete]).toEqual(['password', 'current-password'])
	const paste = new Event('paste', { bubbles: true, cancelable: true })
	expect([input?.dispatchEvent(paste), paste.defaultPrevented]).toEqual([true, false])
	await run(() => page.querySelector('button')?.click())
	expect(input?.type).toBe('text')
	await run(() => page.querySelector('button')?.click())
	expect(input?.type).toBe('password')
	await leave()
})
