// asvs V6.2.4 V6.2.11
import passwords from '@zxcvbn-ts/language-common/src/passwords.json' with { type: 'json' }
import { expect, test } from 'vitest'

import { zxcvbnList } from './zxcvbn-list.ts'

test('the 10,000 most common passwords are refused in any case', () => {
	const most = passwords.slice(0, 10_000)
	expect(most).toHaveLength(10_000)
	expect(most.filter((password) => !zxcvbnList(password) || !zxcvbnList(password.toUpperCase()))).toEqual([])
})

test.each([
	'PassWord1',
	'iloveyou123!',
	'dragon2019',
	'Football@123',
	'777777777',
	'ｐａｓｓｗｏｒｄ',
	'launchway1',
	'aaaaaaaaaaaa',
	'🦊🦊🦊🦊🦊🦊🦊🦊',
])('%s is a common password', (password) => expect(zxcvbnList(password)).toBe(true))

test.each(['vq7-hoof', 'orange-lamp-river', 'a b c d e f', 'another-fine-password', 'dragon-47-teapot'])(
	'%s is not a common password',
	(password) => expect(zxcvbnList(password)).toBe(false),
)
