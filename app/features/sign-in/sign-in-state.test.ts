import { expect, test } from 'vitest'

import { isEmailAddress } from '#domain/email/email-address.ts'

import { checkSignIn, type SignInAction } from './sign-in-state.ts'

const badEmail = { email: 'Please enter a valid email address' }
const noPassword = { password: 'Please enter your password' }

test.each<[SignInAction, string, string, object | null]>([
	['password', 'ada@example.com', 'secret', null],
	['password', ' ada@example.com ', 'secret', null],
	['password', 'ada@example.com', '', noPassword],
	['password', 'ada', '', { ...badEmail, ...noPassword }],
	['password', 'ada@example.com', ' ', null],
	['code', 'ada@example.com', '', null],
	['code', '', 'secret', badEmail],
	['recovery', 'ada@example.com', '', null],
	['recovery', 'ada@', '', badEmail],
])('the %s way with %j and %j misses %o', (action, email, password, expected) => {
	expect(checkSignIn({ email, password }, action, isEmailAddress)).toEqual(expected)
})
