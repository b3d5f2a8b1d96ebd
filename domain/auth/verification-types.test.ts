import { expect, test } from 'vitest'

import { isEmailVerificationType, isPhoneVerificationType, toTokenKinds } from './verification-types.ts'

test.each([
	['signup', ['confirmation']],
	['invite', ['confirmation']],
	['magiclink', ['recovery']],
	['recovery', ['recovery']],
	['email', ['confirmation', 'recovery']],
	['email_change', ['email_change_new', 'email_change_current']],
	['sms', ['sms']],
	['phone_change', ['phone_change']],
] as const)('%s accepts tokens of kinds %j, in this order', (type, kinds) => {
	expect(toTokenKinds(type)).toEqual(kinds)
})

test.each([
	['signup', true, false],
	['invite', true, false],
	['magiclink', true, false],
	['recovery', true, false],
	['email_change', true, false],
	['email', true, false],
	['sms', false, true],
	['phone_change', false, true],
	['reauthentication', false, false],
	['confirmation', false, false],
	['SIGNUP', false, false],
	['constructor', false, false],
	['', false, false],
])('%j can be verified by mail: %s, by SMS: %s', (type, byMail, bySms) => {
	expect([isEmailVerificationType(type), isPhoneVerificationType(type)]).toEqual([byMail, bySms])
})
