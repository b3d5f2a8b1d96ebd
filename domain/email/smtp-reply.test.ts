import { expect, test } from 'vitest'

import { isBadMailboxReply } from './smtp-reply.ts'

test.each([
	['550 5.1.1 <a@x.test>: Recipient address rejected: User unknown', true],
	['550-5.1.1 The email account does not exist', true],
	['553 5.1.3 bad address syntax', true],
	['550 5.1.10 null MX', true],
	['550 5.1.2 no such domain', true],
	['551 5.1.6 moved', true],
	['550 5.2.1 switched off', true],
	['550 No such user', true],
	['551 user not local', true],
	['550 5.7.1 relaying denied', false],
	['550 5.7.26 unauthenticated', false],
	['550 5.2.2 mailbox full', false],
	['550 relay not permitted', false],
	['550 rejected due to your reputation', false],
	['550 reject due to content', false],
	['550 5.2.13 begins like another code', false],
	['550 5.11.1 has a subject of two digits', false],
	['450 the server behind said 550 5.1.1', false],
	['450 the server behind said 550 no', false],
	['554 transaction failed', false],
	['450 4.1.1 unknown for now', false],
	['250 5.1.1 nonsense', false],
	['', false],
])('%s is about the mailbox: %s', (reply, expected) => {
	expect(isBadMailboxReply(reply)).toBe(expected)
})
