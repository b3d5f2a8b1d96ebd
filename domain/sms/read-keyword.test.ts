import { expect, test } from 'vitest'

import { readKeyword } from './read-keyword.ts'

test.each([
	'STOP',
	'stop all',
	'Unsubscribe',
	'END',
	'quit',
	'Cancel',
	'revoke',
	'opt-out',
	'ＳＴＯＰ',
	'*stop*',
	's t o p',
	'please stop',
	'I opted out',
	'opting out now',
	'I opt out of this',
	'unsubscribe me',
	'remove me',
	'just leave me alone',
	'no more texts',
	'no texts',
	'not text me',
	'never contact me',
	'dont send this',
	'don’t send me any',
	"don't any more message me",
	'never anymore messages',
	'no more messages please',
	'do not send',
])('“%s” means stop', (body) => {
	expect(readKeyword(body)).toBe('stop')
})

test.each([
	['START', 'start'],
	['Unstop', 'start'],
	['yes!', 'start'],
	['HELP', 'help'],
	['info?', 'help'],
	['yes please', 'other'],
	['helpful', 'other'],
	['a nonstop show', 'other'],
	['my stopwatch', 'other'],
	['the end is near', 'other'],
	['remove my name', 'other'],
	['I moved my contact', 'other'],
	['3', 'other'],
])('“%s” means: %s', (body, keyword) => {
	expect(readKeyword(body)).toBe(keyword)
})
