import { expect, test } from 'vitest'

import { checkSignIn, type SignInAction } from './sign-in-state.ts'

const badEmail = { email: 'Please enter a valid email address' }
const noPassword = { password: 'Please enter your password' }

test.each<{ action: SignInAction; email?: string; password?: string; missing: object | null }>([
	{ action: 'password', password: 'secret', missing: null },
	{ action: 'password', email: ' ada@example.com ', password: 'secret', missing: null },
	{ action: 'password', missing: noPassword },
	{ action: 'password', email: 'ada', missing: { ...badEmail, ...noPassword } },
	{ action: 'password', password: ' ', missing: null },
	{ action: 'code', missing: null },
	{ action: 'code', email: '', password: 'secret', missing: badEmail },
	{ action: 'recovery', missing: null },
	{ action: 'recovery', email: 'ada@', missing: badEmail },
])('$action with $email and $password lacks $missing', ({ action, email = 'ada@example.com', password = '', missing }) => {
	expect(checkSignIn({ email, password }, action)).toEqual(missing)
})
