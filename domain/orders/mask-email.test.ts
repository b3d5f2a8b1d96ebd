import { expect, test } from 'vitest'

import { maskEmail } from './mask-email.ts'

test.each([
	['ada@example.com', 'a***@example.com'],
	['a@example.com', 'a***@example.com'],
	['"odd@name"@example.com', '"***@example.com'],
])('%s is masked as %s', (email, masked) => {
	expect(maskEmail(email)).toBe(masked)
})
