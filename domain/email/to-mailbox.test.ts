import { expect, test } from 'vitest'

import { toMailbox } from './to-mailbox.ts'

test.each([
	['ana@example.test', 'ana@example.test'],
	['Ana+News@Example.test', 'ana@example.test'],
	['ana+a+b@example.test', 'ana@example.test'],
	['ana+a@b@example.test', 'ana@example.test'],
	['+ana@example.test', '+ana@example.test'],
	['ana.b@example.test', 'ana.b@example.test'],
	['no address', 'no address'],
])('%s has the mailbox %s', (address, mailbox) => expect(toMailbox(address)).toBe(mailbox))
