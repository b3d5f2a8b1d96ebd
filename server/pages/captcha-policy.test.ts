// asvs V14.2.3
import { expect, test } from 'vitest'

import { allowCaptcha } from './content-security-policy.ts'

const POLICY = "default-src 'self'; script-src 'strict-dynamic' 'sha256-a'; style-src 'self'; connect-src 'self'; frame-ancestors 'none'"

test('without a captcha a page loads only from our origin', () => expect(allowCaptcha(POLICY, null)).toBe(POLICY))

test('a captcha adds its origin for frames, styles and connections, but not for scripts', () => {
	const host = 'https://challenges.cloudflare.com'
	expect(allowCaptcha(POLICY, 'turnstile').split('; ')).toEqual([
		"default-src 'self'",
		"script-src 'strict-dynamic' 'sha256-a'",
		`style-src 'self' ${host}`,
		`connect-src 'self' ${host}`,
		"frame-ancestors 'none'",
		`frame-src 'self' ${host}`,
	])
})
