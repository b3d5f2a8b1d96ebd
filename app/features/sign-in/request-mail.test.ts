import { expect, test } from 'vitest'

import type { AuthOutcome } from '#app/lib/auth-refusal.ts'

import { requestMail } from './sign-in-state.ts'

const limited = (sent: 'email' | null, seconds: number | null): AuthOutcome => ({ ok: false, refusal: { kind: 'limited', seconds, sent } })

test.each<[string, AuthOutcome, number]>([
	['a mail sent now', { ok: true, value: null }, 60],
	['a mail sent 17 s ago', limited('email', 43), 43],
	['a mail sent some time ago', limited('email', null), 60],
])('%s leads to the code entry with the right wait', async (_case, outcome, waitSeconds) => {
	expect(await requestMail(async () => outcome)).toEqual({ waitSeconds })
})

test('a rate limit is an error, not a sent mail', async () => {
	expect(await requestMail(async () => limited(null, 12))).toEqual({ problem: 'Too many attempts. Please wait 12 seconds and try again.' })
})
