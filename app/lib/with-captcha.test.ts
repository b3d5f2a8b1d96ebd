import { createHash } from 'node:crypto'
import { afterEach, expect, test, vi } from 'vitest'

import { leadingZeroBits } from '#domain/auth/proof-of-work.ts'

import { requestSignInCode } from './auth-calls.ts'

afterEach(() => {
	vi.unstubAllGlobals()
	vi.resetModules()
})

test('a required captcha is loaded after the refusal, solved, sent and removed', async () => {
	const bodies: { gotrue_meta_security?: { captcha_token?: string } }[] = []
	vi.stubGlobal('fetch', async (input: string | URL, init?: RequestInit) => {
		const { pathname } = new URL(String(input), window.location.origin)
		if (pathname === '/auth/v1/settings') return Response.json({ captcha: { provider: 'turnstile', site_key: 'the-site-key' } })
		const body = JSON.parse(typeof init?.body === 'string' ? init.body : '{}') as (typeof bodies)[number]
		bodies.push(body)
		if (body.gotrue_meta_security?.captcha_token === 'solved') return Response.json({})
		const headers = { 'x-supabase-api-version': '2024-01-01' }
		return Response.json({ code: 'captcha_failed', message: 'captcha protection: request disallowed' }, { status: 400, headers })
	})
	// Stand-in for the provider's script, which tests don't load.
	const seen: unknown[] = []
	const turnstile = {
		render(place: HTMLElement, options: { sitekey: string; callback: (token: string) => void }) {
			seen.push([place.getAttribute('aria-label'), place.isConnected, options.sitekey])
			options.callback('solved')
			return 'w1'
		},
	}
	vi.spyOn(document.head, 'append').mockImplementation((script) => {
		Object.assign(window, { turnstile })
		;(script as HTMLScriptElement).dispatchEvent(new Event('load'))
	})

	expect(await requestSignInCode({ email: 'ada@example.com', next: null })).toEqual({ ok: true, value: null })
	expect(bodies.map((body) => body.gotrue_meta_security?.captcha_token)).toEqual([undefined, 'solved'])
	expect(seen).toEqual([['Security check', true, 'the-site-key']])
	expect(document.querySelector('[aria-label="Security check"]')).toBeNull()

	await requestSignInCode({ email: 'ada@example.com', next: null })
	expect(bodies).toHaveLength(3)
})

test('a required proof of work is solved silently, and the call is retried with it', async () => {
	const { requestPasswordReset } = await import('./auth-calls.ts')
	const proofs: (string | undefined)[] = []
	vi.stubGlobal('fetch', async (input: string | URL, init?: RequestInit) => {
		const { pathname } = new URL(String(input), window.location.origin)
		if (pathname === '/auth/v1/settings') return Response.json({ proof_of_work: { challenge: 'salt.10.1.mac', bits: 10 } })
		const body = JSON.parse(typeof init?.body === 'string' ? init.body : '{}') as { gotrue_meta_security?: { captcha_token?: string } }
		const proof = body.gotrue_meta_security?.captcha_token
		proofs.push(proof)
		if (proof) return Response.json({})
		const headers = { 'x-supabase-api-version': '2024-01-01' }
		return Response.json({ code: 'captcha_failed', message: 'captcha protection: request disallowed' }, { status: 400, headers })
	})
	expect(await requestPasswordReset('ada@example.com')).toEqual({ ok: true, value: null })
	expect(proofs).toEqual([undefined, expect.stringMatching(/^salt\.10\.1\.mac\.[0-9a-z]+$/)])
	expect(
		leadingZeroBits(
			createHash('sha256')
				.update(proofs[1] ?? '')
				.digest(),
		),
	).toBeGreaterThanOrEqual(10)
})
